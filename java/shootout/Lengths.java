/* SPDX-License-Identifier: CC0-1.0 */
package shootout;

import java.security.MessageDigest;
import java.util.Arrays;

/** Messages of every length, and a huge one. */
final class Lengths {
    private static final int LONG = 4096;
    private static final int HUGE = 65599; // over 2^16, and odd
    private static final int[] FAR = {
        511, 512, 513, 1023, 1024, 1025, 1536, 2048, 4095, 4096, 4097, 8191, 8192, 8193, 16383,
        16384, 16385, 32767, 32768, 32769, 49151, 49152, 49153, 65535, 65536, HUGE
    };

    private final String hash;

    /** @param hash the class's name */
    Lengths(String hash) {
        this.hash = hash;
    }

    private byte[] once(byte[] x, int offset, int length) throws Exception {
        Try.mlen = length;
        Vectors.pattern(x, offset, length);
        MessageDigest digest = Subject.named(hash);
        digest.update(x, offset, length);
        return digest.digest();
    }

    /* Where blocks, buffers and chunks begin and end, up to a huge message. */
    void edges(boolean onlyShort) throws Exception {
        Vectors.Checksum checksum = new Vectors.Checksum();
        byte[] x = new byte[HUGE + 1];
        Try.phase = "edges";
        for (int i = 0; i <= 300; ++i) {
            edge(checksum, x, i);
        }
        if (onlyShort) {
            return;
        }
        for (int i : FAR) {
            edge(checksum, x, i);
        }
        Output.OUT.println("checksum edges " + checksum);
    }

    private void edge(Vectors.Checksum checksum, byte[] x, int length) throws Exception {
        byte[] h = once(x, 0, length);
        Failure.check(Arrays.equals(h, once(x, 1, length)),
                "is nondeterministic: depends on the offset of its input");
        checksum.add(h);
    }

    void every() throws Exception {
        Vectors.Checksum checksum = new Vectors.Checksum();
        byte[] x = new byte[LONG];
        Try.phase = "every";
        for (int i = 301; i <= LONG; ++i) {
            checksum.add(once(x, 0, i));
        }
        Output.OUT.println("checksum every " + checksum);
    }

    void digests(int offset) throws Exception {
        byte[] x = new byte[HUGE + offset];
        Try.phase = "digests";
        for (int i = 0; i <= LONG; ++i) {
            digest(x, offset, i);
        }
        for (int i : FAR) {
            if (i > LONG) {
                digest(x, offset, i);
            }
        }
    }

    private void digest(byte[] x, int offset, int length) throws Exception {
        byte[] h = once(x, offset, length);
        Output.OUT.println("digest " + length + " " + Vectors.hex(h, h.length));
    }
}
