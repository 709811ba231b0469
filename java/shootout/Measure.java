/* SPDX-License-Identifier: CC0-1.0 */
package shootout;

import java.io.IOException;
import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.security.DigestException;
import java.security.MessageDigest;
import java.util.Arrays;

/**
 * How fast is an implementation in this VM? Usage:
 *
 * <pre>
 *   java shootout.Measure CLASS HERTZ GRAIN SAMPLES PATIENCE CPU LENGTHS...
 * </pre>
 *
 * <p>System.nanoTime is converted to ticks of frequency HERTZ. A sample lasts at least a hundred
 * times GRAIN ticks. CPU is the number of the CPU that this runs on, or "any". The other arguments
 * and the output are those of measure/measure.c. Before timing, it warms up until the VM's
 * compilers have nothing left to do, on any CPU; then it reads a byte of its input, or its end.
 */
public final class Measure {
    /** Part of the best pace below which others use the core, as in measure/watch.c. */
    static final double SHARED = 0.96;

    private static final double UNEVEN = 0.02; // between the quartiles of samples
    private static final double STEPS = 100; // of the counter that a sample lasts
    private static final double LOST = 0.02; // of the time, to other threads
    private static final long ASKING = 20_000; // nanoseconds that may seem so
    private static final long MILLISECOND = 1_000_000;
    private static final long LEAST = 400 * MILLISECOND; // of warming up
    private static final long QUIET = 150 * MILLISECOND; // that the compilers have been
    private static final long MOST = 15_000 * MILLISECOND; // of warming up

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private final MessageDigest hash;
    private final byte[] message;
    private final byte[] digest;
    private final double ticks; // of a nanosecond
    private final double grain;
    private final long[] stamps; // nanoseconds, before each sample and behind the last
    private final Clock clock;
    private final Steady steady;
    private final Steal steal;
    private long patience; // nanoseconds

    private Measure(
            String name, double hertz, double grain, int samples, String cpu, int longest)
            throws Exception {
        hash = Subject.named(name);
        message = new byte[longest];
        Vectors.Generator.messages().fill(message, 0, longest);
        digest = new byte[hash.getDigestLength()];
        ticks = hertz / 1e9;
        this.grain = grain;
        stamps = new long[samples + 1];
        clock = new Clock(hertz);
        steady = new Steady(clock);
        steal = new Steal(cpu);
    }

    /** The timed loop: the clock is read before each sample. */
    private void time(int mlen, int calls) throws DigestException {
        for (int i = 0; i < stamps.length; ++i) {
            stamps[i] = System.nanoTime();
            for (int j = 0; j < calls; ++j) {
                hash.update(message, 0, mlen);
                hash.digest(digest, 0, digest.length);
            }
        }
    }

    /** Warms up with everything that will be timed, alternating, until the compilers are quiet. */
    private void warmUp(int[] lengths) throws DigestException, IOException {
        CompilationMXBean compilers = ManagementFactory.getCompilationMXBean();
        // The first result that is put into words has a dozen methods compiled.
        for (int mlen : lengths) {
            length(mlen);
        }
        patience = 0;
        long start = System.nanoTime();
        long changed = start;
        long compiled = 0;
        long others = 0;
        for (long now = start;
                now - start < LEAST || now - changed < QUIET && now - start < MOST;
                now = System.nanoTime()) {
            for (int mlen : lengths) {
                time(mlen, 1);
            }
            clock.read();
            // A compilation counts when it has ended, the time of other threads before.
            long total = compilers == null ? 0 : compilers.getTotalCompilationTime();
            long busy = ProcessHandle.current().info().totalCpuDuration()
                    .map(d -> d.toNanos()).orElse(0L) - THREADS.getCurrentThreadCpuTime();
            if (total != compiled || busy > others + 20 * MILLISECOND) {
                compiled = total;
                others = busy;
                changed = now;
            }
        }
        System.in.read();
        steady.settle();
    }

    /* Ticks of a call, each sample the rounded mean of its calls. */
    private long[] samples(int calls) {
        long[] samples = new long[stamps.length - 1];
        for (int i = 0; i < samples.length; ++i) {
            samples[i] = Math.round((stamps[i + 1] - stamps[i]) * ticks / calls);
        }
        return samples;
    }

    private int callsOf(int mlen) throws DigestException {
        time(mlen, 1);
        double once = Math.max(1, Statistics.middle(samples(1)));
        return 1 + (once < STEPS * grain ? (int) (STEPS * grain / once) : 0);
    }

    /* Times a length, again while it is disturbed and patience lasts: its lines. */
    private String length(int mlen) throws DigestException {
        int calls = callsOf(mlen);
        byte[] before = digest.clone();
        StringBuilder flags = new StringBuilder();
        double pace;
        long start;
        do {
            flags.setLength(0);
            steady.look();
            time(mlen, calls); // untimed, for the clock's loops ran since
            double first = clock.ratio;
            pace = clock.pace;
            long stolen = steal.ticks();
            start = System.nanoTime();
            long used = THREADS.getCurrentThreadCpuTime();
            time(mlen, calls);
            used = THREADS.getCurrentThreadCpuTime() - used;
            long lost = System.nanoTime() - start - used;
            stolen = steal.ticks() - stolen;
            steady.look();
            pace = Math.min(pace, clock.pace);
            double drift = first > 0 ? Math.abs(clock.ratio / first - 1) : 1; // not yet compiled
            double uneven = Statistics.unevenness(samples(calls), grain, calls);
            flag(flags, mlen, "uneven", uneven > UNEVEN, Statistics.rounded(uneven, 3));
            flag(flags, mlen, "drift", drift > Steady.DRIFT, Statistics.rounded(drift, 4));
            flag(flags, mlen, "shared", pace < SHARED, Statistics.rounded(pace, 3));
            flag(flags, mlen, "switched", lost > LOST * used + ASKING, lost / 1000 + " us");
            flag(flags, mlen, "stolen", stolen > 0, stolen + " ticks of the processor");
            patience -= System.nanoTime() - start;
        } while (flags.length() > 0 && patience > 0);
        if (!Arrays.equals(digest, before)) {
            Output.OUT.println("flag - changes its answer while it is timed, " + mlen + " bytes");
            System.exit(3);
        }
        return text(mlen, calls, pace, flags);
    }

    private static void flag(
            StringBuilder flags, int mlen, String cause, boolean there, String number) {
        if (there) {
            flags.append("flag " + mlen + " " + cause + " " + number + "\n");
        }
    }

    private String text(int mlen, int calls, double pace, StringBuilder flags) {
        long[] samples = samples(calls);
        long middle = Statistics.middle(samples);
        StringBuilder line = new StringBuilder();
        line.append("pace " + Statistics.rounded(pace, 3) + "\n");
        line.append("clock " + Statistics.rounded(steady.ratio(), 5) + "\n");
        line.append(calls > 1 ? "calls " + mlen + " " + calls + "\n" : "");
        line.append("cycles " + mlen + " " + middle + " ");
        for (long sample : samples) {
            line.append(sample < middle ? "" : "+").append(sample - middle);
        }
        return line.append("\n").append(flags).toString();
    }

    public static void main(String[] args) throws Exception {
        if (args.length < 7) {
            System.err.println("usage: Measure CLASS HERTZ GRAIN SAMPLES PATIENCE CPU LENGTHS...");
            System.exit(2);
        }
        Output.take();
        int[] lengths = Arrays.stream(args, 6, args.length).mapToInt(Integer::parseInt).toArray();
        Measure m = new Measure(args[0], Double.parseDouble(args[1]), Double.parseDouble(args[2]),
                Integer.parseInt(args[3]), args[5], Arrays.stream(lengths).max().getAsInt());
        m.warmUp(lengths);
        for (int i = 0; i < lengths.length; ++i) {
            m.patience += Long.parseLong(args[4]) * MILLISECOND / lengths.length;
            Output.OUT.print(m.length(lengths[i]));
        }
        String complaint = Output.complaint();
        Output.OUT.println(complaint.isEmpty() ? "done" : "flag - " + complaint);
    }
}
