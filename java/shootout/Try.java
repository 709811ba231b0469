/* SPDX-License-Identifier: CC0-1.0 */
package shootout;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.security.MessageDigest;
import java.util.Arrays;

/**
 * Is an implementation right? Usage:
 *
 * <pre>
 *   java shootout.Try SECONDS CLASS             all tests
 *   java shootout.Try SECONDS CLASS small       SUPERCOP's small one and the short lengths
 *   java shootout.Try SECONDS CLASS digests A   every length's digest, input at offset A
 * </pre>
 *
 * <p>Prints the length of a digest in bytes, as {@code bytes N}, then the lines of measure/try.c
 * with the same checksums. Writing outside of arrays is impossible in Java; instead it tests the
 * contract of MessageDigest: split updates, offsets, reuse, reset, clones, and instances that do
 * not affect each other.
 */
public final class Try {
    private static final int SHORT = 128;
    private static final int LONG = 4096;
    private static final int PROMISES = 64; // messages that a digest's promises are tried with
    private static final int AROUND = Promises.AROUND;
    private static final double SLOW = 60; // ns/byte above which most lengths are left out
    private static final int WRONG = 111; // the exit status

    /* Where the test is, also for the watchdog. */
    static volatile String phase = "start";
    static volatile int mlen;

    private final String hash;
    private final Vectors.Generator messages = Vectors.Generator.messages();
    private final Vectors.Generator canaries = Vectors.Generator.canaries();
    private final Promises promises;
    private final Lengths lengths;

    private Try(String name) {
        hash = name;
        promises = new Promises(name, canaries);
        lengths = new Lengths(name);
    }

    private MessageDigest fresh() throws Exception {
        return Subject.named(hash);
    }

    /* SUPERCOP's protocol; what a MessageDigest promises is tried with some of the messages. */
    private void protocol(String name, int longest, int loops) throws Exception {
        Vectors.Checksum checksum = new Vectors.Checksum();
        MessageDigest used = fresh();
        int size = used.getDigestLength();
        phase = name;
        for (int loop = 0; loop < loops; ++loop) {
            mlen = messages.number(longest + 1);
            byte[] m = new byte[mlen + 2 * AROUND];
            canaries.fill(m, 0, m.length);
            messages.fill(m, AROUND, mlen);
            byte[] twin = m.clone();

            MessageDigest first = fresh();
            first.update(m, AROUND, mlen);
            byte[] h = first.digest();
            checksum.add(h);
            Failure.check(h.length == size,
                    "has a digest of other length than getDigestLength says");
            Failure.check(Arrays.equals(m, twin), "changes its input");

            used.update(m, AROUND, mlen);
            Failure.check(Arrays.equals(used.digest(), h),
                    "is wrong when it is used again after digest");
            if (loop % (loops / PROMISES) == 0) {
                promises.splits(used, m, h);
                promises.reset(used, m, h);
                promises.clones(m, h);
                promises.neighbours(m, h);
                promises.output(m.clone(), h);
            }
            Failure.check(Arrays.equals(m, twin), "changes its input");
        }
        Output.OUT.println("checksum " + name + " " + checksum);
        promises.refusals(size);
    }

    /* Nanoseconds of a 1536-byte message: the least of some, for the VM still compiles. */
    private double speed() throws Exception {
        byte[] x = new byte[1536];
        MessageDigest digest = fresh();
        double best = Double.MAX_VALUE;
        long start = System.nanoTime();
        phase = "speed";
        mlen = x.length;
        for (long last = start, now; last - start < 30_000_000; last = now) {
            digest.update(x, 0, x.length);
            digest.digest(x, 0, digest.getDigestLength());
            now = System.nanoTime();
            best = Math.min(best, now - last);
        }
        return best;
    }

    private void all(long start) throws Exception {
        protocol("big", LONG, 512);
        lengths.edges(false);
        double ns = speed();
        if (ns / 1536 <= SLOW) {
            lengths.every();
            ns = speed();
        } else {
            Output.OUT.println("skip every " + Math.round(ns / 1536));
        }
        Output.OUT.println("time " + Math.round(ns) + " " + (System.nanoTime() - start));
    }

    /* Ends the VM when this thread has used up its processor time. */
    private static void watch(int seconds) {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long tester = Thread.currentThread().getId();
        Thread dog = new Thread(() -> {
            while (threads.getThreadCpuTime(tester) < seconds * 1_000_000_000L) {
                try {
                    Thread.sleep(100);
                } catch (InterruptedException e) {
                    return;
                }
            }
            end("loops: no answer in " + seconds + " s");
        });
        dog.setDaemon(true);
        dog.start();
    }

    private static void end(String cause) {
        Output.OUT.println("fails " + phase + " " + mlen + " " + cause);
        Output.OUT.flush();
        Runtime.getRuntime().halt(WRONG);
    }

    public static void main(String[] args) {
        if (args.length < 2) {
            System.err.println("usage: Try SECONDS CLASS [small|digests A]");
            System.exit(2);
        }
        Output.take();
        long start = System.nanoTime();
        watch(Integer.parseInt(args[0]));
        try {
            Try test = new Try(args[1]);
            if (args.length == 4) {
                test.lengths.digests(Integer.parseInt(args[3]));
            } else {
                Output.OUT.println("bytes " + test.fresh().getDigestLength());
                test.protocol("small", SHORT, 64);
                test = new Try(args[1]); // big is another program in SUPERCOP
                if (args.length == 3) {
                    test.lengths.edges(true);
                } else {
                    test.all(start);
                }
            }
        } catch (Failure e) {
            end(e.getMessage());
        } catch (Throwable e) { // also an Error is the implementation's fault
            StackTraceElement[] trace = e.getStackTrace();
            System.out.print(e.getMessage() + (trace.length > 0 ? " at " + trace[0] : ""));
            Output.complaint();
            end("throws " + e.getClass().getName());
        }
        String complaint = Output.complaint();
        if (!complaint.isEmpty()) {
            end(complaint);
        }
        Output.OUT.println("done");
    }
}
