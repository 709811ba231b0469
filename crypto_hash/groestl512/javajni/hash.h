/* SPDX-License-Identifier: CC0-1.0 */
/* Of the class Hash: its digest, and the names of its methods in C */
#define CRYPTO_BYTES 64
#define NAME(method) Java_crypto_1hash_groestl512_javajni_Hash_##method
