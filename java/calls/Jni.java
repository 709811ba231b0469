/* SPDX-License-Identifier: CC0-1.0 */

/**
 * The cost of a call of C through JNI. Usage:
 *
 * <pre>
 *   java -Dlibrary=FILE -Dkind=KIND Jni BYTES
 * </pre>
 *
 * <p>Prints the nanoseconds of a call of KIND: 0 empty, 1 with a block of BYTES bytes that is
 * copied, 2 with one that is pinned. A VM times one kind, so that the compiler sees no other.
 */
public final class Jni {
    private static final int KIND = Integer.getInteger("kind");
    private static final int CALLS = 1 << 20;
    private static final int ROUNDS = 25;

    private Jni() {}

    private static native long empty();

    private static native long copied(byte[] block);

    private static native long pinned(byte[] block);

    private static long call(byte[] block) {
        return KIND == 0 ? empty() : KIND == 1 ? copied(block) : pinned(block);
    }

    private static long calls(byte[] block) {
        long sum = 0;
        for (int i = 0; i < CALLS; i++) {
            sum += call(block);
        }
        return sum;
    }

    /** The least of several rounds: others on the core only add. */
    public static void main(String[] args) {
        System.load(System.getProperty("library"));
        byte[] block = new byte[Integer.parseInt(args[0])];
        long least = Long.MAX_VALUE;
        long sum = 0;
        for (int i = 0; i < ROUNDS; i++) {
            long start = System.nanoTime();
            sum += calls(block);
            least = Math.min(least, System.nanoTime() - start);
        }
        System.out.println("call " + (double) least / CALLS + " " + sum);
    }
}
