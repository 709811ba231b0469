/* SPDX-License-Identifier: CC0-1.0 */
package shootout.provider;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import fr.cryptohash.Digest;
import java.security.MessageDigest;
import java.security.Provider;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Random messages in random pieces, against other people's code. */
class FuzzTest {
    private static final int MESSAGES = 1000;
    private static final int LONGEST = 700;
    private static final Provider BOUNCY_CASTLE = new BouncyCastleProvider();

    /** A whole message to its digest. */
    private interface Peer {
        byte[] digest(byte[] message);
    }

    static List<Subject> subjects() {
        return Subject.all();
    }

    static List<Subject> subjectsOfBouncyCastle() {
        return Subject.all().stream()
                .filter(s -> BOUNCY_CASTLE.getService("MessageDigest", s.algorithm) != null)
                .collect(Collectors.toList());
    }

    @ParameterizedTest
    @MethodSource("subjects")
    void sphlib(Subject subject) throws Exception {
        String name = subject.algorithm.replace("Skein-512-", "Skein").replace("-", "");
        Digest sphlib = (Digest)
                Class.forName("fr.cryptohash." + name).getDeclaredConstructor().newInstance();
        compare(subject.digest(), sphlib::digest, 1);
    }

    @ParameterizedTest
    @MethodSource("subjectsOfBouncyCastle")
    void bouncyCastle(Subject subject) throws Exception {
        MessageDigest peer = MessageDigest.getInstance(subject.algorithm, BOUNCY_CASTLE);
        compare(subject.digest(), peer::digest, 2);
    }

    /* Ours is for reference and not in the provider. */
    @ParameterizedTest
    @ValueSource(strings = {"SHA-224", "SHA-256", "SHA-384", "SHA-512"})
    void jdk(String algorithm) throws Exception {
        String name = "crypto_hash." + algorithm.toLowerCase().replace("-", "") + ".java.Hash";
        MessageDigest ours =
                (MessageDigest) Class.forName(name).getDeclaredConstructor().newInstance();
        compare(ours, MessageDigest.getInstance(algorithm)::digest, 3);
    }

    private static void compare(MessageDigest ours, Peer peer, long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < MESSAGES; i++) {
            byte[] message = new byte[random.nextInt(LONGEST + 1)];
            random.nextBytes(message);
            for (int at = 0; at < message.length; ) {
                int piece = Math.min(1 + random.nextInt(LONGEST), message.length - at);
                ours.update(message, at, piece);
                at += piece;
            }
            assertArrayEquals(peer.digest(message), ours.digest(), "seed " + seed + ", no. " + i);
        }
    }
}
