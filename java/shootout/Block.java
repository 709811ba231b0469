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
 * of HERTZ. The clock of a machine with turbo moves several times a second, so the seconds are cut
 * into slices with a look at the clock between them. Slices count in which it stood still and no
 * other thread used the core; if these are less than a fifth, all count, with a doubt. Prints:
 *
 * <pre>
 *   blockcycles BYTES TICKS   user time of 1024 updates
 *   clock R                   core cycles per tick, the mean over the time that counts
 *   slices N M                how many count, of how many
 *   flag BYTES CAUSE PART     a doubt: in this part of the slices the clock moved (drift), or
 *                             another thread used the core (shared)
 *   digest HEX                of the whole input, so that no compiler can leave work out
 *   done                      last
 * </pre>
 */
public final class Block {
    private static final int UPDATES = 1024; // between two looks at the time
    private static final double SLICE = 0.1; // seconds
    private static final int READINGS = 3; // of the clock between two slices
    private static final int FEWEST = 5; // one of so many slices has to be undisturbed

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

    private static double median(double[] x) {
        double[] sorted = x.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }

    /** Writes the clock's ratio and the pace between two slices: medians of some readings. */
    private static void look(Clock clock, double[] ratios, double[] paces, int at) {
        double[] ratio = new double[READINGS];
        double[] pace = new double[READINGS];
        for (int i = 0; i < READINGS; ++i) {
            clock.read();
            ratio[i] = clock.ratio;
            pace[i] = clock.pace;
        }
        ratios[at] = median(ratio);
        paces[at] = median(pace);
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
        double seconds = args.length > 4 ? Double.parseDouble(args[4]) : 5;
        int slices = (int) Math.max(1, Math.round(seconds / SLICE));
        double[] ratios = new double[slices + 1];
        double[] paces = new double[slices + 1];
        long[] cpu = new long[slices];
        long[] times = new long[slices];
        Clock clock = new Clock(hertz);
        clock.settle(); // compiles the probe, too
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();

        feed(hash, block, args.length > 3 ? Double.parseDouble(args[3]) : 1);
        long user = 0;
        look(clock, ratios, paces, 0);
        for (int i = 0; i < slices; ++i) {
            user -= threads.getCurrentThreadUserTime();
            cpu[i] = -threads.getCurrentThreadCpuTime();
            times[i] = feed(hash, block, seconds / slices);
            cpu[i] += threads.getCurrentThreadCpuTime();
            user += threads.getCurrentThreadUserTime();
            look(clock, ratios, paces, i + 1);
        }
        report(block.length, hertz, user, cpu, times, ratios, paces);
        byte[] digest = hash.digest();
        System.out.println("digest " + Vectors.hex(digest, digest.length));
        System.out.println("done");
    }

    /* Times are nanoseconds; a slice's ratios and paces are those at its number and the next. */
    private static void report(int bytes, double hertz, long user, long[] cpu, long[] times,
            double[] ratios, double[] paces) {
        int slices = cpu.length;
        boolean[] moved = new boolean[slices];
        boolean[] shared = new boolean[slices];
        int sound = 0;
        for (int i = 0; i < slices; ++i) {
            moved[i] = Math.abs(ratios[i + 1] / ratios[i] - 1) > Steady.DRIFT;
            shared[i] = Math.min(paces[i], paces[i + 1]) < Measure.SHARED;
            sound += moved[i] || shared[i] ? 0 : 1;
        }
        boolean choose = sound * FEWEST >= slices;
        double time = 0;
        double cycles = 0;
        long updates = 0;
        long all = 0;
        for (int i = 0; i < slices; ++i) {
            all += cpu[i];
            if (!choose || !moved[i] && !shared[i]) {
                time += cpu[i];
                cycles += cpu[i] * (ratios[i] + ratios[i + 1]) / 2;
                updates += times[i];
            }
        }
        // The system tells user time in coarser steps than a slice: its part of all is taken.
        double ticks = time * user / all * hertz / 1e9;
        System.out.println("blockcycles " + bytes + " " + Math.round(ticks / updates));
        System.out.println("clock " + Statistics.rounded(cycles / time, 5));
        System.out.println("slices " + (choose ? sound : slices) + " " + slices);
        if (!choose) {
            doubt(bytes, "drift", moved);
            doubt(bytes, "shared", shared);
        }
    }

    /* Prints a cause that spoils half as many slices as have to be spoilt for a doubt. */
    private static void doubt(int bytes, String cause, boolean[] spoilt) {
        double part = 0;
        for (boolean b : spoilt) {
            part += b ? 1.0 / spoilt.length : 0;
        }
        if (part > 0.5 * (1 - 1.0 / FEWEST)) {
            System.out.println("flag " + bytes + " " + cause + " " + Statistics.rounded(part, 2));
        }
    }
}
