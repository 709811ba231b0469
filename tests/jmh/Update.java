/* SPDX-License-Identifier: CC0-1.0 */
package jmh;

import java.security.MessageDigest;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * What shootout.Block times, timed by JMH: nanoseconds of an update(). Samples, as their median
 * does not know of those in which another process ran.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class Update {
    /** The class of an implementation. */
    @Param("")
    public String name;

    /** Bytes. */
    @Param("64")
    public int size;

    private MessageDigest hash;
    private byte[] block;

    @Setup
    public void make() throws ReflectiveOperationException {
        hash = (MessageDigest) Class.forName(name).getDeclaredConstructor().newInstance();
        block = new byte[size];
        new Random(0).nextBytes(block);
    }

    @Benchmark
    public MessageDigest update() {
        hash.update(block, 0, block.length);
        return hash;
    }
}
