/* SPDX-License-Identifier: CC0-1.0 */
package crypto_hash.groestl256.java64;

import crypto_hash.groestl256.java.GroestlDigest;
import crypto_hash.groestl256.java.Table;

/**
 * Grøstl by table lookups: a column of the next state is the sum of eight entries of 64 bits. The
 * state lies in byte arrays: to fetch a byte from there is one instruction, of which machines do
 * two or three a cycle; to cut it out of a word takes two or three and more registers than C2 has.
 * A column is stored as a whole, through a view of the array as words (VarHandle). The tables are
 * one array whose length C2 knows: no index into it needs a check.
 *
 * <p>C2 inlines {@link #column}, but no round: with more than 325 bytes of byte code it is too
 * long. So it makes a method of each, without a loop; for 16 columns several in one are slower.
 */
public abstract class Groestl extends GroestlDigest {
    private static final long[] T = Table.make();

    private final int rounds;
    private byte[] nextP;
    private byte[] nextQ;

    /**
     * @param algorithm the standard name
     * @param digestBytes length of the digest in bytes
     * @param columns of the state
     * @param rounds of each permutation, an even number
     */
    protected Groestl(String algorithm, int digestBytes, int columns, int rounds) {
        super(algorithm, digestBytes, columns);
        this.rounds = rounds;
        nextP = new byte[8 * columns];
        nextQ = new byte[8 * columns];
    }

    /** y = P's round i of x. */
    protected abstract void roundP(byte[] y, byte[] x, int i);

    /** The complement of y = Q's round i of the complement of x. */
    protected abstract void roundQ(byte[] y, byte[] x, int i);

    /** SubBytes and MixBytes of a column; only the low 8 bits of each row count. */
    protected static long column(
            int b0, int b1, int b2, int b3, int b4, int b5, int b6, int b7) {
        return T[b0 & 0xff] ^ T[(b1 & 0xff) + 0x100]
                ^ T[(b2 & 0xff) + 0x200] ^ T[(b3 & 0xff) + 0x300]
                ^ T[(b4 & 0xff) + 0x400] ^ T[(b5 & 0xff) + 0x500]
                ^ T[(b6 & 0xff) + 0x600] ^ T[(b7 & 0xff) + 0x700];
    }

    @Override
    protected final void permute(byte[] p) {
        for (int i = 0; i < rounds; i += 2) {
            roundP(nextP, p, i);
            roundP(p, nextP, i + 1);
        }
    }

    /** The rounds take turns, since P and Q do not wait for each other. */
    @Override
    protected final void permute(byte[] p, byte[] q) {
        for (int i = 0; i < rounds; i += 2) {
            roundP(nextP, p, i);
            roundQ(nextQ, q, i);
            roundP(p, nextP, i + 1);
            roundQ(q, nextQ, i + 1);
        }
    }

    @Override
    public Object clone() throws CloneNotSupportedException {
        Groestl copy = (Groestl) super.clone();
        copy.nextP = nextP.clone();
        copy.nextQ = nextQ.clone();
        return copy;
    }
}
