/* SPDX-License-Identifier: CC0-1.0 */
package shootout;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Random;

/**
 * How fast is an implementation, by the method of Hanser's paper? Usage:
 *
 * <pre>
 *   java shootout.Block CLASS HERTZ BYTES [WARM SECONDS]
 * </pre>
 *
 * <p>One block of BYTES bytes from java.util.Random of seed 0 is fed to update() for a second to
 * warm up (WARM), then for five (SECONDS); what counts is the user time of this thread, in ticks
 * of HERTZ. Prints:
 *
 * <pre>
 *   blockcycles BYTES TICKS   user time of 1024 updates
 *   blockcpu BYTES TICKS      user and system time of them, which has a finer resolution
 *   clock R                   core cycles per tick, the median of readings before and after
 *   flag BYTES CAUSE NUMBER   a doubt: drift, by which the clock moved from before to after;
 *                             shared, the pace while another thread used the core
 *   digest HEX                of the whole input, so that no compiler can leave work out
 *   done                      last
 * </pre>
 */
public final class Block {
    private static final int UPDATES = 1024; // between two looks at the clock
    private static final int READINGS = 25; // of the clock before, and as many behind
    private static final double DRIFT = 0.02; // of the clock meanwhile

    private Block() {}

    /* Feeds blocks for some seconds; returns the number of updates, in units of UPDATES. */
    private static long feed(MessageDigest hash, byte[] block, double seconds) {
        long end = System.nanoTime() + (long) (seconds * 1e9);
        long times = 0;
        for (; System.nanoTime() - end < 0; ++times) {
            for (int i = 0; i < UPDATES; ++i) {
                hash.update(block, 0, block.length);
            }
        }
        return times;
    }

    /* Fills half of the arrays; returns the median of its ratios. */
    private static double read(Clock clock, double[] ratios, double[] paces, int first) {
        for (int i = first; i < first + READINGS; ++i) {
            clock.read();
            ratios[i] = clock.ratio;
            paces[i] = clock.pace;
        }
        double[] sorted = Arrays.copyOfRange(ratios, first, first + READINGS);
        Arrays.sort(sorted);
        return sorted[READINGS / 2];
    }

    public static void main(String[] args) throws Exception {
        if (args.length != 3 && args.length != 5) {
            System.err.println("usage: Block CLASS HERTZ BYTES [WARM SECONDS]");
            System.exit(2);
        }
        MessageDigest hash = Subject.named(args[0]);
        double hertz = Double.parseDouble(args[1]);
        byte[] block = new byte[Integer.parseInt(args[2])];
        new Random(0).nextBytes(block);
        Clock clock = new Clock(hertz);
        double[] ratios = new double[2 * READINGS];
        double[] paces = new double[2 * READINGS];
        clock.settle(); // compiles the probe, too
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();

        feed(hash, block, args.length > 3 ? Double.parseDouble(args[3]) : 1);
        double before = read(clock, ratios, paces, 0);
        long user = threads.getCurrentThreadUserTime();
        long cpu = threads.getCurrentThreadCpuTime();
        long times = feed(hash, block, args.length > 4 ? Double.parseDouble(args[4]) : 5);
        user = threads.getCurrentThreadUserTime() - user;
        cpu = threads.getCurrentThreadCpuTime() - cpu;
        double drift = Math.abs(read(clock, ratios, paces, READINGS) / before - 1);
        Arrays.sort(ratios);
        Arrays.sort(paces);
        System.out.println("blockcycles " + block.length + " "
                + Math.round(user * hertz / 1e9 / times));
        System.out.println("blockcpu " + block.length + " "
                + Math.round(cpu * hertz / 1e9 / times));
        System.out.println("clock " + Statistics.rounded(ratios[READINGS], 5));
        if (drift > DRIFT) {
            System.out.println("flag " + block.length + " drift " + Statistics.rounded(drift, 4));
        }
        if (paces[READINGS] < Measure.SHARED) {
            System.out.println("flag " + block.length + " shared "
                    + Statistics.rounded(paces[READINGS], 3));
        }
        byte[] digest = hash.digest();
        System.out.println("digest " + Vectors.hex(digest, digest.length));
        System.out.println("done");
    }
}
