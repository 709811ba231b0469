/* SPDX-License-Identifier: CC0-1.0 */
package shootout.provider;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Digests from the final-round submissions (ShortMsgKAT and LongMsgKAT, the same messages for every
 * function), and those at the edges of blocks that the C implementations are tested with too.
 */
class KnownAnswersTest {
    private static final Path DATA = Path.of("..", "tests", "data");
    private static final String OTHER_SIZES = "src/test/resources/nist-vectors-224-384.tsv";

    static List<Subject> subjects() {
        return Subject.all();
    }

    @ParameterizedTest
    @MethodSource("subjects")
    void submissions(Subject subject) throws IOException {
        Map<String, byte[]> messages = new HashMap<>();
        Map<String, String> digests = new HashMap<>();
        for (String[] row : rows(DATA.resolve("nist-vectors.tsv"))) {
            // the first function's messages are those of all that are provided; ptn is RFC 9861's
            if (row[2].equals("ptn")) {
                continue;
            }
            messages.putIfAbsent(row[1], row[2].equals("-") ? new byte[0] : bytes(row[2]));
            if (row[0].equals(subject.primitive())) {
                digests.put(row[1], row[3]);
            }
        }
        for (String[] row : rows(Path.of(OTHER_SIZES))) {
            if (row[0].equals(subject.primitive())) {
                digests.put(row[1], row[2]);
            }
        }
        assertEquals(6, digests.size());
        MessageDigest digest = subject.digest();
        digests.forEach((length, expected) ->
                assertEquals(expected, hex(digest.digest(messages.get(length))), length));
    }

    @ParameterizedTest
    @MethodSource("subjects")
    void edges(Subject subject) throws IOException {
        MessageDigest digest = subject.digest();
        for (String[] row : rows(DATA.resolve("known-answers.tsv"))) {
            if (row[0].equals(subject.primitive())) {
                byte[] message = new byte[Integer.parseInt(row[1])];
                for (int i = 0; i < message.length; i++) {
                    message[i] = (byte) (167 * i + 13);
                }
                assertEquals(row[2], hex(digest.digest(message)), row[1]);
            }
        }
    }

    /* Without the first line, which has the names of the columns. */
    private static List<String[]> rows(Path table) throws IOException {
        List<String> lines = Files.readAllLines(table);
        return lines.subList(1, lines.size()).stream()
                .map(line -> line.split("\t"))
                .collect(Collectors.toList());
    }

    private static byte[] bytes(String hex) {
        byte[] bytes = new byte[hex.length() / 2];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) Integer.parseInt(hex.substring(2 * i, 2 * i + 2), 16);
        }
        return bytes;
    }

    private static String hex(byte[] bytes) {
        StringBuilder hex = new StringBuilder();
        for (byte b : bytes) {
            hex.append(String.format("%02x", b));
        }
        return hex.toString();
    }
}
