/* SPDX-License-Identifier: CC0-1.0 */
package shootout;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.Provider;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import shootout.provider.ShootoutProvider;

/** SUPERCOP's checksums of all algorithms: 64 messages up to 128 bytes, 512 up to 4096. */
class ChecksumTest {
    static Set<Provider.Service> algorithms() {
        return new ShootoutProvider().getServices();
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void supercop(Provider.Service algorithm) throws Exception {
        check(algorithm, "checksumsmall", 64, 128);
        check(algorithm, "checksumbig", 512, 4096);
    }

    private static void check(Provider.Service algorithm, String file, int messages, int longest)
            throws IOException, NoSuchAlgorithmException {
        MessageDigest digest =
                MessageDigest.getInstance(algorithm.getAlgorithm(), algorithm.getProvider());
        Vectors.Generator generator = Vectors.Generator.messages();
        Vectors.Checksum checksum = new Vectors.Checksum();
        for (int i = 0; i < messages; i++) {
            byte[] message = new byte[generator.number(longest + 1)];
            generator.fill(message, 0, message.length);
            checksum.add(digest.digest(message));
        }
        String primitive = algorithm.getClassName().split("\\.")[1];
        Path expected = Path.of("..", "crypto_hash", primitive, file);
        assertEquals(Files.readString(expected), checksum + "\n", file);
    }
}
