/* SPDX-License-Identifier: CC0-1.0 */
/* expect: throws java.lang.OutOfMemoryError */
package crypto_hash.sha256.eats;

public final class Hash extends crypto_hash.sha256.right.Hash {
    private final long[] room = new long[1 << 27];

    @Override
    protected void engineUpdate(byte input) {
        room[input & 0xff] += 1;
        super.engineUpdate(input);
    }
}
