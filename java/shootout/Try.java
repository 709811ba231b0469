/* SPDX-License-Identifier: CC0-1.0 */
package shootout;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.security.DigestException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Random;

/**
 * Is an implementation right? Usage:
 *
 * <pre>
 *   java shootout.Try SECONDS CLASS             all tests
 *   java shootout.Try SECONDS CLASS small       SUPERCOP's small one and the short lengths
 *   java shootout.Try SECONDS CLASS digests A   every length's digest, input at offset A
 * </pre>
 *
 * <p>Prints the length of a digest in bytes, as {@code bytes N}, then what measure/try.c prints,
 * and the checksums are the same. In place of what can't go wrong in Java (writing outside of
 * arrays) it tries what a MessageDigest promises: split updates, offsets, reuse, reset, clones,
 * instances that know nothing of each other.
 */
public final class Try {
    private static final int SHORT = 128;
    private static final int LONG = 4096;
    private static final int HUGE = 65599; // over 2^16, and odd
    private static final int[] FAR = {
        511, 512, 513, 1023, 1024, 1025, 1536, 2048, 4095, 4096, 4097, HUGE
    };
    private static final int PROMISES = 64; // messages that a digest's promises are tried with
    private static final int AROUND = 16; // bytes watched before and behind a message or digest
    private static final double SLOW = 60; // ns/byte above which most lengths are left out
    private static final int WRONG = 111; // the exit status

    /* Where the test is, also for the watchdog. */
    private static volatile String phase = "start";
    private static volatile int mlen;

    private final String hash;
    private final Random random = new Random(0); // places to split a message at
    private final Vectors.Generator messages = Vectors.Generator.messages();
    private final Vectors.Generator canaries = Vectors.Generator.canaries();

    private Try(String name) {
        hash = name;
    }

    private static final class Failure extends RuntimeException {
        private static final long serialVersionUID = 1;

        Failure(String cause) {
            super(cause);
        }
    }

    private static void check(boolean right, String cause) {
        if (!right) {
            throw new Failure(cause);
        }
    }

    private MessageDigest fresh() throws Exception {
        return Subject.named(hash);
    }

    // ---- SUPERCOP's protocol ----

    /* What a MessageDigest promises is tried with some of the messages. */
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
            check(h.length == size, "has a digest of other length than getDigestLength says");
            check(Arrays.equals(m, twin), "changes its input");

            used.update(m, AROUND, mlen);
            check(Arrays.equals(used.digest(), h), "is wrong when it is used again after digest");
            if (loop % (loops / PROMISES) == 0) {
                splits(used, m, h);
                reset(used, m, h);
                clones(m, h);
                neighbours(m, h);
                output(m.clone(), h);
            }
            check(Arrays.equals(m, twin), "changes its input");
        }
        System.out.println("checksum " + name + " " + checksum);
        refusals(size);
    }

    /* A byte alone, then pieces of any length, also none. */
    private void feed(MessageDigest digest, byte[] m, int from, int to) {
        if (from < to) {
            digest.update(m[from++]);
        }
        while (from < to) {
            int piece = Math.min(to - from, random.nextInt(1 << random.nextInt(11)));
            digest.update(m, from, piece);
            from += piece;
        }
    }

    private void splits(MessageDigest digest, byte[] m, byte[] h) {
        feed(digest, m, AROUND, AROUND + mlen);
        check(Arrays.equals(digest.digest(), h), "is wrong when the message comes in pieces");
    }

    private void reset(MessageDigest digest, byte[] m, byte[] h) {
        digest.update(m, 0, random.nextInt(m.length));
        digest.reset();
        digest.update(m, AROUND, mlen);
        check(Arrays.equals(digest.digest(), h), "is wrong after reset");
    }

    private void clones(byte[] m, byte[] h) throws Exception {
        int middle = AROUND + random.nextInt(mlen + 1);
        MessageDigest one = fresh();
        feed(one, m, AROUND, middle);
        MessageDigest two;
        MessageDigest three;
        try {
            two = (MessageDigest) one.clone();
            three = (MessageDigest) one.clone();
        } catch (CloneNotSupportedException e) {
            throw new Failure("cannot be cloned");
        }
        two.update(m, 0, m.length);
        two.digest();
        feed(one, m, middle, AROUND + mlen);
        check(Arrays.equals(one.digest(), h), "is disturbed by its clone");
        feed(three, m, middle, AROUND + mlen);
        check(Arrays.equals(three.digest(), h), "has a wrong clone");
    }

    private void neighbours(byte[] m, byte[] h) throws Exception {
        int middle = AROUND + random.nextInt(mlen + 1);
        MessageDigest one = fresh();
        MessageDigest two = fresh();
        one.update(m, AROUND, middle - AROUND);
        two.update(m, 0, m.length);
        one.update(m, middle, AROUND + mlen - middle);
        two.digest();
        check(Arrays.equals(one.digest(), h), "is disturbed by another instance");
    }

    /* The digest into an array of the caller: into a middle, and over the message. */
    private void output(byte[] m, byte[] h) throws Exception {
        byte[] out = new byte[h.length + 2 * AROUND];
        canaries.fill(out, 0, out.length);
        byte[] twin = out.clone();
        System.arraycopy(h, 0, twin, AROUND, h.length);
        MessageDigest digest = fresh();
        digest.update(m, AROUND, mlen);
        int written = digest.digest(out, AROUND, h.length + AROUND);
        check(Arrays.equals(out, twin), "writes a wrong digest into an array");
        check(written == h.length, "returns a wrong number of bytes from digest");
        if (mlen >= h.length) {
            digest.update(m, AROUND, mlen);
            digest.digest(m, AROUND, h.length);
            check(Arrays.equals(h, Arrays.copyOfRange(m, AROUND, AROUND + h.length)),
                    "is wrong when the output overlaps the input");
        }
    }

    private void refusals(int size) throws Exception {
        boolean refused = false;
        try {
            fresh().digest(new byte[size], 0, size - 1);
        } catch (DigestException e) {
            refused = true;
        }
        check(refused, "takes an output that is too short");
    }

    // ---- every length ----

    private byte[] once(byte[] x, int offset, int length) throws Exception {
        mlen = length;
        Vectors.pattern(x, offset, length);
        MessageDigest digest = fresh();
        digest.update(x, offset, length);
        return digest.digest();
    }

    /* Where blocks, padding and buffers begin and end, and a huge message. */
    private void edges(boolean onlyShort) throws Exception {
        Vectors.Checksum checksum = new Vectors.Checksum();
        byte[] x = new byte[HUGE + 1];
        phase = "edges";
        for (int i = 0; i <= 300; ++i) {
            edge(checksum, x, i);
        }
        if (onlyShort) {
            return;
        }
        for (int i : FAR) {
            edge(checksum, x, i);
        }
        System.out.println("checksum edges " + checksum);
    }

    private void edge(Vectors.Checksum checksum, byte[] x, int length) throws Exception {
        byte[] h = once(x, 0, length);
        check(Arrays.equals(h, once(x, 1, length)),
                "is nondeterministic: depends on the offset of its input");
        checksum.add(h);
    }

    private void every() throws Exception {
        Vectors.Checksum checksum = new Vectors.Checksum();
        byte[] x = new byte[LONG];
        phase = "every";
        for (int i = 301; i <= LONG; ++i) {
            checksum.add(once(x, 0, i));
        }
        System.out.println("checksum every " + checksum);
    }

    private void digests(int offset) throws Exception {
        byte[] x = new byte[HUGE + offset];
        phase = "digests";
        for (int i = 0; i <= LONG + 1; ++i) {
            int length = i <= LONG ? i : HUGE;
            byte[] h = once(x, offset, length);
            System.out.println("digest " + length + " " + Vectors.hex(h, h.length));
        }
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
        edges(false);
        double ns = speed();
        if (ns / 1536 <= SLOW) {
            every();
            ns = speed();
        } else {
            System.out.println("skip every " + Math.round(ns / 1536));
        }
        System.out.println("time " + Math.round(ns) + " " + (System.nanoTime() - start));
    }

    // ---- the program ----

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
        System.out.println("fails " + phase + " " + mlen + " " + cause);
        System.out.flush();
        Runtime.getRuntime().halt(WRONG);
    }

    public static void main(String[] args) {
        if (args.length < 2) {
            System.err.println("usage: Try SECONDS CLASS [small|digests A]");
            System.exit(2);
        }
        long start = System.nanoTime();
        watch(Integer.parseInt(args[0]));
        try {
            Try test = new Try(args[1]);
            if (args.length == 4) {
                test.digests(Integer.parseInt(args[3]));
            } else {
                System.out.println("bytes " + test.fresh().getDigestLength());
                test.protocol("small", SHORT, 64);
                test = new Try(args[1]); // big is another program in SUPERCOP
                if (args.length == 3) {
                    test.edges(true);
                } else {
                    test.all(start);
                }
            }
        } catch (Failure e) {
            end(e.getMessage());
        } catch (Throwable e) { // also an Error is the implementation's fault
            StackTraceElement[] trace = e.getStackTrace();
            end("throws " + e + (trace.length > 0 ? " at " + trace[0] : ""));
        }
        System.out.println("done");
    }
}
