/* SPDX-License-Identifier: CC0-1.0 */
package crypto_hash.blake256.java;

import static crypto_hash.blake256.java.Blake256Constants.*;
import static crypto_hash.blake256.java.Blake256State.STATE;

import digest.PaddedInts;

/**
 * BLAKE-256 and BLAKE-224, section 2 of "SHA-3 proposal BLAKE", version 1.3. The salt is zero.
 *
 * <p>HotSpot has fewer registers than the sixteen words of the state. Left to itself, its compiler
 * C2 sets aside whichever it likes, also those that the next step waits for. So a quarter of them,
 * the row a, is in memory by our own will: it is ready first in one G and has time until the next.
 * To the processor getOpaque and setOpaque are mere moves, but C2 may neither leave them out nor
 * exchange them, and so keeps the Gs in their order, too.
 *
 * <p>C2 translates two rounds well, all of them in one method badly or, beyond 8000 bytes of byte
 * code, not at all. One array holds message and state, for its address has a register; C2 leaves
 * it there when the method reads it from an object, not when it is an argument.
 */
public abstract class Blake256Core extends PaddedInts {
    private Blake256State state = new Blake256State();

    /**
     * @param algorithm the standard name
     * @param initial the eight words of the chaining value before the first block
     * @param digestBytes length of the digest, a whole number of words
     * @param lastPaddingBit 0 or 1, what stands before the length
     */
    protected Blake256Core(String algorithm, int[] initial, int digestBytes, int lastPaddingBit) {
        super(algorithm, initial, digestBytes, lastPaddingBit);
    }

    @Override
    public Object clone() throws CloneNotSupportedException {
        Blake256Core copy = (Blake256Core) super.clone();
        copy.state = new Blake256State();
        return copy;
    }

    @Override
    protected final void compress(byte[] in, int offset, long counted) {
        int[] w = state.w;
        for (int i = 0; i < 16; i++) {
            w[i] = (int) WORDS.get(in, offset + 4 * i);
        }
        w[STATE + 0] = hash[0];
        w[STATE + 1] = hash[1];
        w[STATE + 2] = hash[2];
        w[STATE + 3] = hash[3];
        w[STATE + 4] = hash[4];
        w[STATE + 5] = hash[5];
        w[STATE + 6] = hash[6];
        w[STATE + 7] = hash[7];
        w[STATE + 8] = C0;
        w[STATE + 9] = C1;
        w[STATE + 10] = C2;
        w[STATE + 11] = C3;
        w[STATE + 12] = (int) (counted << 3) ^ C4;
        w[STATE + 13] = (int) (counted << 3) ^ C5;
        w[STATE + 14] = (int) (counted >>> 29) ^ C6;
        w[STATE + 15] = (int) (counted >>> 29) ^ C7;

        Blake256Rounds0To3.rounds0And1(state);
        Blake256Rounds0To3.rounds2And3(state);
        Blake256Rounds4To9.rounds4And5(state);
        Blake256Rounds4To9.rounds6And7(state);
        Blake256Rounds4To9.rounds8And9(state);
        Blake256Rounds0To3.rounds0And1(state);
        Blake256Rounds0To3.rounds2And3(state);

        hash[0] ^= w[STATE + 0] ^ w[STATE + 8];
        hash[1] ^= w[STATE + 1] ^ w[STATE + 9];
        hash[2] ^= w[STATE + 2] ^ w[STATE + 10];
        hash[3] ^= w[STATE + 3] ^ w[STATE + 11];
        hash[4] ^= w[STATE + 4] ^ w[STATE + 12];
        hash[5] ^= w[STATE + 5] ^ w[STATE + 13];
        hash[6] ^= w[STATE + 6] ^ w[STATE + 14];
        hash[7] ^= w[STATE + 7] ^ w[STATE + 15];
    }
}
