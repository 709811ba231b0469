/* SPDX-License-Identifier: CC0-1.0 */
package shootout;

/** A fault of an implementation, as a message. */
final class Failure extends RuntimeException {
    private static final long serialVersionUID = 1;

    Failure(String cause) {
        super(cause);
    }

    static void check(boolean right, String cause) {
        if (!right) {
            throw new Failure(cause);
        }
    }
}
