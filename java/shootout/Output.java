/* SPDX-License-Identifier: CC0-1.0 */
package shootout;

import java.io.OutputStream;
import java.io.PrintStream;

/** The output of the harness. What code on trial prints is counted, and shown on the terminal. */
final class Output {
    private static final int SHOWN = 64; // characters
    private static final StringBuilder TEXT = new StringBuilder();
    private static long printed;

    static final PrintStream OUT = System.out;

    private Output() {
    }

    /** Takes System.out and System.err from the code that is loaded afterwards. */
    static void take() {
        PrintStream taken = new PrintStream(new OutputStream() {
            @Override
            public synchronized void write(int b) {
                if (++printed <= SHOWN) {
                    TEXT.append(b < ' ' || b > '~' ? ' ' : (char) b);
                }
            }
        }, true);
        System.setOut(taken);
        System.setErr(taken);
    }

    /** @return what is wrong with what was printed; empty if nothing was */
    static String complaint() {
        if (printed == 0) {
            return "";
        }
        OUT.println("printed " + TEXT);
        return "prints " + printed + " bytes";
    }
}
