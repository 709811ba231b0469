/* SPDX-License-Identifier: CC0-1.0 */
package crypto_hash.blake256.java;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** What a block is worked on in, and the steps of a round. */
final class Blake256State {
    /** Where the state begins in {@link #w}, behind the message. */
    static final int STATE = 16;

    private static final VarHandle ELEMENT = MethodHandles.arrayElementVarHandle(int[].class);

    final int[] w = new int[STATE + 16];

    /** A word of the state that is in memory: {@link Blake256Core} says why. */
    static int load(int[] w, int i) {
        return (int) ELEMENT.getOpaque(w, STATE + i);
    }

    /** Puts it there. */
    static int store(int[] w, int i, int x) {
        ELEMENT.setOpaque(w, STATE + i, x);
        return x;
    }

    static int rot16(int x) {
        return Integer.rotateRight(x, 16);
    }

    static int rot12(int x) {
        return Integer.rotateRight(x, 12);
    }

    static int rot8(int x) {
        return Integer.rotateRight(x, 8);
    }

    static int rot7(int x) {
        return Integer.rotateRight(x, 7);
    }
}
