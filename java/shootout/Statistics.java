/* SPDX-License-Identifier: CC0-1.0 */
package shootout;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Arrays;

/** Statistics of samples, as in the C harness (measure/quartiles.c). */
final class Statistics {
    private Statistics() {}

    /**
     * The distance of the quartiles, in parts of the median; 0 if the counter's grain explains it.
     *
     * @param grain of a sample in ticks, which is shared by its calls
     */
    static double unevenness(long[] samples, double grain, int calls) {
        long[] sorted = samples.clone();
        int n = sorted.length;
        Arrays.sort(sorted);
        long apart = sorted[3 * n / 4] - sorted[n / 4];
        return apart <= (2 * grain + 1) / calls || sorted[n / 2] <= 0
                ? 0 : (double) apart / sorted[n / 2];
    }

    /** The second stabilized quartile, to the nearest, a half to zero. */
    static long middle(long[] samples) {
        long[] sorted = samples.clone();
        int n = sorted.length;
        long sum = 0;
        Arrays.sort(sorted);
        for (int i = 3 * n; i < 5 * n; ++i) {
            sum += sorted[i / 8];
        }
        return (2 * sum + 2 * n - 1) / (4 * n);
    }

    /** The number as C prints it with this many decimals. */
    static String rounded(double x, int places) {
        return new BigDecimal(x).setScale(places, RoundingMode.HALF_EVEN).toPlainString();
    }
}
