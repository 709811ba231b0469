/* SPDX-License-Identifier: CC0-1.0 */
/* expect: wrong digest */
package crypto_hash.sha256.lies;

public final class Hash extends crypto_hash.sha256.right.Hash {
    @Override
    protected byte[] engineDigest() {
        byte[] digest = super.engineDigest();
        digest[0] ^= 1;
        return digest;
    }

    @Override
    protected int engineDigest(byte[] output, int offset, int length) {
        byte[] digest = engineDigest();
        System.arraycopy(digest, 0, output, offset, digest.length);
        return digest.length;
    }
}
