/* SPDX-License-Identifier: CC0-1.0 */
package crypto_hash.groestl256.java32;

import crypto_hash.groestl256.java.GroestlDigest;
import crypto_hash.groestl256.java.Table;

/**
 * Grøstl by table lookups on words of 32 bits. Half of a column's eight tables are enough: those of
 * row r + 4 are those of row r with the halves exchanged. A byte is fetched from the state once,
 * for both halves of the column. P and Q run one after the other: taking turns gains nothing where
 * there are no registers left.
 *
 * <p>A round is written out, by generate.py: with a loop, or a method for a column that C2 inlines,
 * it was slower, by up to half.
 */
public abstract class Groestl extends GroestlDigest {
    private final int rounds;
    private byte[] next;

    /**
     * @param algorithm the standard name
     * @param digestBytes length of the digest in bytes
     * @param columns of the state
     * @param rounds of each permutation, an even number
     */
    protected Groestl(String algorithm, int digestBytes, int columns, int rounds) {
        super(algorithm, digestBytes, columns);
        this.rounds = rounds;
        next = new byte[8 * columns];
    }

    /** y = P's round i of x. */
    protected abstract void roundP(byte[] y, byte[] x, int i);

    /** The complement of y = Q's round i of the complement of x. */
    protected abstract void roundQ(byte[] y, byte[] x, int i);

    /**
     * For r &lt; 4, entry 256 r + x is what a byte x in row r adds to rows 0 to 3 of its column,
     * row 0 in the low byte, and entry 256 (r + 4) + x what it adds to rows 4 to 7. For a byte in
     * row r + 4 it is the other way round.
     */
    protected static int[] table() {
        int half = 4 * 256;
        long[] whole = Table.make();
        int[] t = new int[2 * half];
        for (int i = 0; i < half; i++) {
            t[i] = (int) whole[i];
            t[i + half] = (int) (whole[i] >>> 32);
        }
        return t;
    }

    @Override
    protected final void permute(byte[] p) {
        for (int i = 0; i < rounds; i += 2) {
            roundP(next, p, i);
            roundP(p, next, i + 1);
        }
    }

    @Override
    protected final void permute(byte[] p, byte[] q) {
        permute(p);
        for (int i = 0; i < rounds; i += 2) {
            roundQ(next, q, i);
            roundQ(q, next, i + 1);
        }
    }

    @Override
    public Object clone() throws CloneNotSupportedException {
        Groestl copy = (Groestl) super.clone();
        copy.next = next.clone();
        return copy;
    }
}
