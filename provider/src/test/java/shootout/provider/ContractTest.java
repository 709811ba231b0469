/* SPDX-License-Identifier: CC0-1.0 */
package shootout.provider;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.nio.ByteBuffer;
import java.security.DigestException;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What {@link MessageDigest} promises. Messages reach over two blocks of every function. */
class ContractTest {
    private static final int LONGEST = 300;

    private final byte[] message = new byte[LONGEST];

    ContractTest() {
        new Random(1).nextBytes(message);
    }

    static List<Subject> subjects() {
        return Subject.all();
    }

    @ParameterizedTest
    @MethodSource("subjects")
    void lengths(Subject subject) {
        assertEquals(subject.bytes(), subject.digest().getDigestLength());
        assertEquals(subject.bytes(), subject.digest().digest().length);
    }

    @ParameterizedTest
    @MethodSource("subjects")
    void anySplit(Subject subject) {
        MessageDigest digest = subject.digest();
        for (int length = 0; length <= LONGEST; length += 1 + length / 40) {
            byte[] whole = digest.digest(Arrays.copyOf(message, length));
            for (int first = 0; first <= length; first++) {
                digest.update(message, 0, first);
                digest.update(message, first, length - first);
                assertArrayEquals(whole, digest.digest(), length + " split at " + first);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("subjects")
    void byteByByte(Subject subject) {
        MessageDigest digest = subject.digest();
        for (int length = 0; length <= LONGEST; length++) {
            byte[] whole = digest.digest(Arrays.copyOf(message, length));
            for (int i = 0; i < length; i++) {
                digest.update(message[i]);
            }
            assertArrayEquals(whole, digest.digest(), length + " bytes");
        }
    }

    @ParameterizedTest
    @MethodSource("subjects")
    void anyOffset(Subject subject) {
        MessageDigest digest = subject.digest();
        byte[] whole = digest.digest(message);
        for (int offset = 1; offset < 20; offset++) {
            byte[] larger = new byte[LONGEST + 40];
            System.arraycopy(message, 0, larger, offset, LONGEST);
            byte[] before = larger.clone();
            digest.update(larger, offset, LONGEST);
            assertArrayEquals(whole, digest.digest(), "offset " + offset);
            assertArrayEquals(before, larger, "the message was changed");
        }
    }

    @ParameterizedTest
    @MethodSource("subjects")
    void buffersAndStreams(Subject subject) throws Exception {
        MessageDigest digest = subject.digest();
        byte[] middle = digest.digest(Arrays.copyOfRange(message, 7, LONGEST - 9));
        ByteBuffer direct = ByteBuffer.allocateDirect(LONGEST).put(message);
        for (ByteBuffer buffer : List.of(
                ByteBuffer.wrap(message), ByteBuffer.wrap(message).asReadOnlyBuffer(), direct)) {
            buffer.position(7).limit(LONGEST - 9);
            digest.update(buffer);
            assertEquals(0, buffer.remaining());
            assertArrayEquals(middle, digest.digest(), buffer.toString());
        }
        ByteArrayInputStream bytes = new ByteArrayInputStream(message, 7, LONGEST - 16);
        try (DigestInputStream stream = new DigestInputStream(bytes, digest)) {
            stream.readAllBytes();
        }
        assertArrayEquals(middle, digest.digest());
    }

    @ParameterizedTest
    @MethodSource("subjects")
    void resetForgets(Subject subject) {
        MessageDigest digest = subject.digest();
        byte[] empty = digest.digest();
        assertArrayEquals(empty, digest.digest(), "after a digest");
        for (int length = 0; length <= LONGEST; length++) {
            digest.update(message, 0, length);
            digest.reset();
            assertArrayEquals(empty, digest.digest(), "after a reset");
        }
    }

    @ParameterizedTest
    @MethodSource("subjects")
    void clonesPart(Subject subject) throws Exception {
        MessageDigest digest = subject.digest();
        byte[] whole = digest.digest(message);
        byte[] others = message.clone();
        for (int i = 0; i < LONGEST; i++) {
            others[i] ^= 1;
        }
        for (int length = 0; length <= LONGEST; length++) {
            digest.update(message, 0, length);
            MessageDigest copy = (MessageDigest) digest.clone();
            copy.update(others);
            copy.digest();
            copy.update(message);
            digest.update(message, length, LONGEST - length);
            MessageDigest late = (MessageDigest) digest.clone();
            assertArrayEquals(whole, digest.digest(), "the original, cloned at " + length);
            assertArrayEquals(whole, copy.digest(), "the copy, cloned at " + length);
            assertArrayEquals(whole, late.digest(), "the last copy");
        }
    }

    @ParameterizedTest
    @MethodSource("subjects")
    void digestIntoAnArray(Subject subject) throws Exception {
        MessageDigest digest = subject.digest();
        byte[] expected = digest.digest(message);
        int bytes = expected.length;
        for (int offset = 0; offset < 10; offset++) {
            byte[] out = new byte[bytes + 20];
            Arrays.fill(out, (byte) 0x5a);
            byte[] around = out.clone();
            System.arraycopy(expected, 0, around, offset, bytes);
            digest.update(message);
            assertEquals(bytes, digest.digest(out, offset, out.length - offset));
            assertArrayEquals(around, out, "offset " + offset);
        }
    }

    @ParameterizedTest
    @MethodSource("subjects")
    void tooShortAnArrayLosesNothing(Subject subject) throws Exception {
        MessageDigest digest = subject.digest();
        byte[] expected = digest.digest(message);
        int bytes = expected.length;
        digest.update(message);
        byte[] out = new byte[bytes + 10];
        assertThrows(DigestException.class, () -> digest.digest(out, 0, bytes - 1));
        assertThrows(IllegalArgumentException.class, () -> digest.digest(out, 11, bytes));
        assertArrayEquals(new byte[bytes + 10], out);
        assertArrayEquals(expected, digest.digest());
    }

    @ParameterizedTest
    @MethodSource("subjects")
    void bytesOutsideOfTheArray(Subject subject) {
        for (int before : new int[] {0, 5}) {
            for (int[] range : new int[][] {{0, LONGEST + 1}, {LONGEST, 1}, {-1, 200}, {3, -1}}) {
                MessageDigest digest = subject.digest();
                digest.update(message, 0, before);
                RuntimeException thrown = assertThrows(
                        RuntimeException.class, () -> digest.update(message, range[0], range[1]));
                assertTrue(
                        thrown instanceof IllegalArgumentException
                                || thrown instanceof IndexOutOfBoundsException,
                        thrown.toString());
            }
        }
    }
}
