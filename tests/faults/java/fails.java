/* SPDX-License-Identifier: CC0-1.0 */
/* expect: throws java.lang.ArrayIndexOutOfBoundsException */
package crypto_hash.sha256.fails;

public final class Hash extends crypto_hash.sha256.right.Hash {
    @Override
    protected void engineUpdate(byte[] input, int offset, int length) {
        byte first = input[input.length + offset];
        super.engineUpdate(input, offset, length);
        super.engineUpdate(first);
    }
}
