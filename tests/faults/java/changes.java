/* SPDX-License-Identifier: CC0-1.0 */
/* expect: changes its input */
package crypto_hash.sha256.changes;

public final class Hash extends crypto_hash.sha256.right.Hash {
    @Override
    protected void engineUpdate(byte[] input, int offset, int length) {
        super.engineUpdate(input, offset, length);
        input[offset] ^= 1;
    }
}
