/* SPDX-License-Identifier: CC0-1.0 */
package crypto_hash.blake512.java;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** What a block is worked on in, and the steps of a round. */
final class Blake512State {
    /** Where the state begins in {@link #w}, behind the message. */
    static final int STATE = 16;

    private static final VarHandle ELEMENT = MethodHandles.arrayElementVarHandle(long[].class);

    final long[] w = new long[STATE + 16];

    /** A word of the state that is in memory: {@link Blake512Core} says why. */
    static long load(long[] w, int i) {
        return (long) ELEMENT.getOpaque(w, STATE + i);
    }

    /** Puts it there. */
    static long store(long[] w, int i, long x) {
        ELEMENT.setOpaque(w, STATE + i, x);
        return x;
    }

    static long rot32(long x) {
        return Long.rotateRight(x, 32);
    }

    static long rot25(long x) {
        return Long.rotateRight(x, 25);
    }

    static long rot16(long x) {
        return Long.rotateRight(x, 16);
    }

    static long rot11(long x) {
        return Long.rotateRight(x, 11);
    }
}
