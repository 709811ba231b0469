/* SPDX-License-Identifier: CC0-1.0 */
/* Other libraries' calls for a whole message, with the arguments of ours. */

#include <stddef.h>

#define OTHER(name)                                                            \
    int name(unsigned char *out, const unsigned char *in, unsigned long long n)

#ifdef OPENSSL
#include <openssl/evp.h>
#include <openssl/sha.h>

#define BY_EVP(f, digest)                                                      \
    OTHER(other_##f) { return !EVP_Digest(in, n, out, NULL, digest(), NULL); }

OTHER(other_sha256) { return !SHA256(in, n, out); }
OTHER(other_sha512) { return !SHA512(in, n, out); }
BY_EVP(sha3256, EVP_sha3_256)
BY_EVP(sha3512, EVP_sha3_512)
BY_EVP(blake2b, EVP_blake2b512)
BY_EVP(blake2s, EVP_blake2s256)
#endif

#ifdef SODIUM
/* Its headers are not needed. */
int sodium_init(void);
int crypto_generichash_blake2b(unsigned char *, size_t, const unsigned char *,
                               unsigned long long, const unsigned char *,
                               size_t);

__attribute__((constructor)) static void start(void) { sodium_init(); }

OTHER(other_blake2b)
{
    return crypto_generichash_blake2b(out, 64, in, n, NULL, 0);
}
#endif
