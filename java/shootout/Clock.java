/* SPDX-License-Identifier: CC0-1.0 */
package shootout;

import java.util.Arrays;

/**
 * Two probes: how fast the core's clock goes, and whether another thread uses the core. See
 * measure/clock.c, which has the same in C.
 *
 * <p>The chain: operations that each wait for the one before and take one cycle, xor and addition
 * of a variable in turn, so that no compiler can join two and no processor does one while
 * renaming. Every compiler of HotSpot keeps its three variables in registers: it gives the same
 * ratio as the chain in C, within its noise.
 *
 * <p>The pace: several such chains at once, which need all execution units of the core. How many
 * these are depends on the compiler, so a pace is a part of the best one that this VM has seen.
 */
final class Clock {
    private static final int OPERATIONS = 100;
    private static final int ROUNDS = 32; // of the chain's short burst: 3200 cycles
    private static final int MORE = 128; // of the crowd's, which does some operations a cycle
    private static final int LOOKS = 5;
    private static final double STANDS = 0.04; // of the pace, by which it may move meanwhile
    private static final long STILL = 150_000_000; // nanoseconds for which it has to stand
    private static final long ENOUGH = 2_000_000_000; // after which it won't any more

    private final double hertz;
    private final long[] looks = new long[LOOKS];
    private double best; // of the pace
    private int sink; // what the probes compute, so that they do
    /** Core cycles per tick when they were read last, and the pace in parts of the best. */
    double ratio;

    double pace;

    /** @param hertz ticks a second */
    Clock(double hertz) {
        this.hertz = hertz;
    }

    /**
     * Takes the pace of a quiet moment for the best: the ninth of ten. Until both probes are
     * compiled their quotient says nothing, so it has to stand still for a while first.
     */
    void settle() {
        double[] paces = new double[200];
        double before = 0;
        best = 1;
        for (long since = System.nanoTime(), start = since; ; ) {
            for (int i = 0; i < paces.length; ++i) {
                read();
                paces[i] = pace;
            }
            Arrays.sort(paces);
            double middle = paces[paces.length / 2];
            long now = System.nanoTime();
            if (Math.abs(middle - before) > STANDS * middle) {
                before = middle;
                since = now;
            }
            if (now - since > STILL || now - start > ENOUGH) {
                break;
            }
        }
        best = paces[paces.length * 9 / 10];
    }

    /** About 50 microseconds. */
    void read() {
        for (int i = 0; i < LOOKS; ++i) {
            looks[i] = -chain(ROUNDS) + chain(3 * ROUNDS);
        }
        ratio = operations(ROUNDS) * 1e9 / hertz;
        for (int i = 0; i < LOOKS; ++i) {
            looks[i] = -crowd(MORE) + crowd(3 * MORE);
        }
        double speed = operations(MORE) * 1e9 / hertz;
        pace = ratio > 0 && best > 0 ? speed / ratio / best : 0;
    }

    /* A nanosecond: the mean of the middle looks, for an interrupt makes one too long or short. */
    private double operations(int rounds) {
        Arrays.sort(looks);
        long middle = looks[1] + looks[2] + looks[3];
        return middle > 0 ? 6.0 * OPERATIONS * rounds / middle : 0;
    }

    private long chain(int rounds) {
        long start = System.nanoTime();
        sink += chain(sink, 3, start, rounds);
        return System.nanoTime() - start;
    }

    private long crowd(int rounds) {
        long start = System.nanoTime();
        sink += crowd(sink, 3, start, rounds);
        return System.nanoTime() - start;
    }

    private static int chain(int x, int a, long unknown, int rounds) {
        int b = (int) unknown;
        for (int i = 0; i < rounds; ++i) {
            x = ((((((((((x ^ a) + b) ^ a) + b) ^ a) + b) ^ a) + b) ^ a) + b);
            x = ((((((((((x ^ a) + b) ^ a) + b) ^ a) + b) ^ a) + b) ^ a) + b);
            x = ((((((((((x ^ a) + b) ^ a) + b) ^ a) + b) ^ a) + b) ^ a) + b);
            x = ((((((((((x ^ a) + b) ^ a) + b) ^ a) + b) ^ a) + b) ^ a) + b);
            x = ((((((((((x ^ a) + b) ^ a) + b) ^ a) + b) ^ a) + b) ^ a) + b);
            x = ((((((((((x ^ a) + b) ^ a) + b) ^ a) + b) ^ a) + b) ^ a) + b);
            x = ((((((((((x ^ a) + b) ^ a) + b) ^ a) + b) ^ a) + b) ^ a) + b);
            x = ((((((((((x ^ a) + b) ^ a) + b) ^ a) + b) ^ a) + b) ^ a) + b);
            x = ((((((((((x ^ a) + b) ^ a) + b) ^ a) + b) ^ a) + b) ^ a) + b);
            x = ((((((((((x ^ a) + b) ^ a) + b) ^ a) + b) ^ a) + b) ^ a) + b);
        }
        return x;
    }

    private static int crowd(int x, int a, long unknown, int rounds) {
        int b = (int) unknown;
        int v = x + 1;
        int w = x + 2;
        int y = x + 3;
        int z = x + 4;
        for (int i = 0; i < rounds; ++i) {
            for (int j = 0; j < OPERATIONS / 20; ++j) {
                v = (((v ^ a) + b) ^ a) + b;
                w = (((w ^ a) + b) ^ a) + b;
                x = (((x ^ a) + b) ^ a) + b;
                y = (((y ^ a) + b) ^ a) + b;
                z = (((z ^ a) + b) ^ a) + b;
            }
        }
        return v ^ w ^ x ^ y ^ z;
    }
}
