/* SPDX-License-Identifier: CC0-1.0 */
package shootout;

import java.security.DigestException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Random;

/**
 * Tests of the contract of MessageDigest. A message m lies between AROUND bytes before and as many
 * after it, and h is its digest.
 */
final class Promises {
    static final int AROUND = 16; // bytes watched before and behind a message or digest

    private final String hash;
    private final Vectors.Generator canaries;
    private final Random random = new Random(0); // places to split a message at

    /**
     * @param hash the class's name
     * @param canaries for what surrounds a digest
     */
    Promises(String hash, Vectors.Generator canaries) {
        this.hash = hash;
        this.canaries = canaries;
    }

    private MessageDigest fresh() throws Exception {
        return Subject.named(hash);
    }

    private static int length(byte[] m) {
        return m.length - 2 * AROUND;
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

    void splits(MessageDigest digest, byte[] m, byte[] h) {
        feed(digest, m, AROUND, AROUND + length(m));
        Failure.check(Arrays.equals(digest.digest(), h),
                "is wrong when the message comes in pieces");
    }

    void reset(MessageDigest digest, byte[] m, byte[] h) {
        digest.update(m, 0, random.nextInt(m.length));
        digest.reset();
        digest.update(m, AROUND, length(m));
        Failure.check(Arrays.equals(digest.digest(), h), "is wrong after reset");
    }

    void clones(byte[] m, byte[] h) throws Exception {
        int middle = AROUND + random.nextInt(length(m) + 1);
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
        feed(one, m, middle, AROUND + length(m));
        Failure.check(Arrays.equals(one.digest(), h), "is disturbed by its clone");
        feed(three, m, middle, AROUND + length(m));
        Failure.check(Arrays.equals(three.digest(), h), "has a wrong clone");
    }

    void neighbours(byte[] m, byte[] h) throws Exception {
        int middle = AROUND + random.nextInt(length(m) + 1);
        MessageDigest one = fresh();
        MessageDigest two = fresh();
        one.update(m, AROUND, middle - AROUND);
        two.update(m, 0, m.length);
        one.update(m, middle, AROUND + length(m) - middle);
        two.digest();
        Failure.check(Arrays.equals(one.digest(), h), "is disturbed by another instance");
    }

    /* The digest into an array of the caller: into a middle, and over the message. */
    void output(byte[] m, byte[] h) throws Exception {
        byte[] out = new byte[h.length + 2 * AROUND];
        canaries.fill(out, 0, out.length);
        byte[] twin = out.clone();
        System.arraycopy(h, 0, twin, AROUND, h.length);
        MessageDigest digest = fresh();
        digest.update(m, AROUND, length(m));
        int written = digest.digest(out, AROUND, h.length + AROUND);
        Failure.check(Arrays.equals(out, twin), "writes a wrong digest into an array");
        Failure.check(written == h.length, "returns a wrong number of bytes from digest");
        if (length(m) >= h.length) {
            digest.update(m, AROUND, length(m));
            digest.digest(m, AROUND, h.length);
            Failure.check(Arrays.equals(h, Arrays.copyOfRange(m, AROUND, AROUND + h.length)),
                    "is wrong when the output overlaps the input");
        }
    }

    void refusals(int size) throws Exception {
        boolean refused = false;
        try {
            fresh().digest(new byte[size], 0, size - 1);
        } catch (DigestException e) {
            refused = true;
        }
        Failure.check(refused, "takes an output that is too short");
    }
}
