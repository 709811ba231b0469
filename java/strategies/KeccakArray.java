/* SPDX-License-Identifier: CC0-1.0 */
package strategies;

/** Keccak's permutation as in the specification: arrays, and loops with indices modulo 5. */
public final class KeccakArray extends Keccak {
    private final long[] b = new long[25];
    private final long[] c = new long[5];

    @Override
    protected void permute(long[] a) {
        for (int round = 0; round < RC.length; round++) {
            for (int x = 0; x < 5; x++) {
                c[x] = a[x] ^ a[x + 5] ^ a[x + 10] ^ a[x + 15] ^ a[x + 20];
            }
            for (int i = 0; i < 25; i++) {
                a[i] ^= c[(i + 4) % 5] ^ Long.rotateLeft(c[(i + 1) % 5], 1);
            }
            b[0] = a[0];
            for (int x = 1, y = 0, t = 1; t <= 24; t++) {
                int to = (2 * x + 3 * y) % 5;
                b[y + 5 * to] = Long.rotateLeft(a[x + 5 * y], t * (t + 1) / 2);
                x = y;
                y = to;
            }
            for (int i = 0; i < 25; i++) {
                int row = i / 5 * 5;
                a[i] = b[i] ^ ~b[row + (i + 1) % 5] & b[row + (i + 2) % 5];
            }
            a[0] ^= RC[round];
        }
    }
}
