/* SPDX-License-Identifier: CC0-1.0 */
package shootout;

import java.util.Arrays;

/**
 * Can System.nanoTime be used as a counter here? Usage:
 *
 * <pre>
 *   java shootout.Doctor HERTZ   of the ticks that nanoseconds are converted to
 * </pre>
 *
 * <p>Prints what measure/doctor.c prints: the counter, then clock, pace and alone.
 */
public final class Doctor {
    private static final int READINGS = 1000;

    private Doctor() {}

    public static void main(String[] args) {
        if (args.length != 1) {
            System.err.println("usage: Doctor HERTZ");
            System.exit(2);
        }
        double hertz = Double.parseDouble(args[0]);
        double ticks = hertz / 1e9; // of a nanosecond
        Clock clock = new Clock(hertz);
        double[] steps = new double[READINGS];
        double cost = Double.MAX_VALUE;
        for (long start = System.nanoTime(); System.nanoTime() - start < 500_000_000; ) {
            cost = Math.min(cost, readings(steps));
            clock.read();
        }
        clock.settle();
        double[] ratios = new double[READINGS];
        int alone = 0;
        for (int i = 0; i < READINGS; ++i) {
            clock.read();
            ratios[i] = clock.ratio;
            alone += clock.pace > Measure.SHARED ? 1 : 0;
        }
        Arrays.sort(steps);
        Arrays.sort(ratios);
        System.out.printf("counter java-nanotime ok step %s cost %s persecond %.0f converted%n",
                Statistics.rounded(steps[READINGS / 4] * ticks, 2),
                Statistics.rounded(cost * ticks, 1),
                hertz);
        System.out.println("clock " + Statistics.rounded(ratios[READINGS / 2], 4));
        System.out.println("pace 1.000");
        System.out.println("alone " + Statistics.rounded((double) alone / READINGS, 2));
    }

    /* Nanoseconds from one reading to the next that differs; returns those of a reading. */
    private static double readings(double[] steps) {
        long first = System.nanoTime();
        long last = first;
        int n = 0;
        for (int i = 0; i < steps.length; ++n) {
            long now = System.nanoTime();
            if (now != last) {
                steps[i++] = now - last;
            }
            last = now;
        }
        return (double) (last - first) / n;
    }
}
