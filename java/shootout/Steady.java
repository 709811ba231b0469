/* SPDX-License-Identifier: CC0-1.0 */
package shootout;

import java.util.Arrays;

/** The clock's ratio over the last readings: their median, until the clock moves. */
final class Steady {
    static final double DRIFT = 0.01; // of the clock while a length is timed

    private static final int WINDOW = 9; // readings of the clock whose median counts

    private final Clock clock;
    private final double[] ratios = new double[WINDOW];
    private int readings;

    Steady(Clock clock) {
        this.clock = clock;
    }

    /** Fills the window. */
    void settle() {
        clock.settle();
        for (int i = 0; i < WINDOW; ++i) {
            look();
        }
    }

    double ratio() {
        double[] sorted = Arrays.copyOf(ratios, Math.min(readings, WINDOW));
        Arrays.sort(sorted);
        return sorted.length > 0 ? sorted[sorted.length / 2] : 0;
    }

    /** Two readings in a row that are far from the others: the clock has moved. */
    void look() {
        clock.read();
        double middle = ratio();
        if (Math.abs(clock.ratio - middle) > DRIFT * middle) {
            clock.read();
            if (Math.abs(clock.ratio - middle) > DRIFT * middle) {
                readings = 0;
            }
        }
        ratios[readings++ % WINDOW] = clock.ratio;
    }
}
