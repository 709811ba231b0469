/* SPDX-License-Identifier: CC0-1.0 */
package shootout;

import java.nio.charset.StandardCharsets;

/** SUPERCOP's messages and checksum, as measure/vectors.c has them for C. */
final class Vectors {
    private static final int[] SIGMA = words("expand 32-byte k");

    private Vectors() {}

    /** Bytes that depend on the key and on how many requests there were before. */
    static final class Generator {
        private final int[] key;
        private long nonce;

        private Generator(String key) {
            this.key = words(key);
        }

        /** The inputs of SUPERCOP's tests. */
        static Generator messages() {
            return new Generator("generate inputs for test vectors");
        }

        /** Bytes that no checksum depends on. */
        static Generator canaries() {
            return new Generator("generate pad to catch overwrites");
        }

        /** Fills {@code length} bytes of {@code x}, the first at {@code offset}. */
        void fill(byte[] x, int offset, int length) {
            int[] in = {(int) nonce, (int) (nonce >>> 32), 0, 0};
            byte[] block = new byte[64];
            ++nonce;
            for (int done = 0; done < length; done += 64, ++in[2]) {
                core(block, in, key);
                System.arraycopy(block, 0, x, offset + done, Math.min(64, length - done));
            }
        }

        /** The next eight bytes, little-endian, as an unsigned number modulo {@code n}. */
        int number(int n) {
            byte[] x = new byte[8];
            fill(x, 0, 8);
            return (int) Long.remainderUnsigned(word(x, 4) << 32 | word(x, 0) & 0xffffffffL, n);
        }
    }

    /** A running checksum of digests. */
    static final class Checksum {
        private final byte[] state = new byte[64];

        void add(byte[] x) {
            int at = 0;
            for (; x.length - at >= 16; at += 16) {
                core(state, words(x, at, 4), words(state, 0, 8));
            }
            byte[] last = new byte[16];
            System.arraycopy(x, at, last, 0, x.length - at);
            last[x.length - at] = 1;
            state[0] ^= 1;
            core(state, words(last, 0, 4), words(state, 0, 8));
        }

        @Override
        public String toString() {
            return hex(state, 32);
        }
    }

    /** The message whose byte i is 167 i + 13. */
    static void pattern(byte[] x, int offset, int length) {
        for (int i = 0; i < length; ++i) {
            x[offset + i] = (byte) (167 * i + 13);
        }
    }

    static String hex(byte[] x, int length) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < length; ++i) {
            text.append(String.format("%02x", x[i]));
        }
        return text.toString();
    }

    /* Salsa20/20 of four words of input and eight of key, in a 4x4 matrix. */
    private static void core(byte[] out, int[] in, int[] key) {
        int[] start = new int[16];
        for (int i = 0; i < 4; ++i) {
            start[5 * i] = SIGMA[i];
            start[1 + i] = key[i];
            start[6 + i] = in[i];
            start[11 + i] = key[4 + i];
        }
        int[] x = start.clone();
        for (int i = 0; i < 20; i += 2) {
            for (int j = 0; j < 4; ++j) { // columns
                quarterRound(x, 5 * j, (5 * j + 4) % 16, (5 * j + 8) % 16, (5 * j + 12) % 16);
            }
            for (int j = 0; j < 4; ++j) { // rows
                int row = 4 * j;
                quarterRound(x, 5 * j, row + (j + 1) % 4, row + (j + 2) % 4, row + (j + 3) % 4);
            }
        }
        for (int i = 0; i < 64; ++i) {
            out[i] = (byte) (x[i / 4] + start[i / 4] >>> 8 * (i % 4));
        }
    }

    private static void quarterRound(int[] x, int a, int b, int c, int d) {
        x[b] ^= Integer.rotateLeft(x[a] + x[d], 7);
        x[c] ^= Integer.rotateLeft(x[b] + x[a], 9);
        x[d] ^= Integer.rotateLeft(x[c] + x[b], 13);
        x[a] ^= Integer.rotateLeft(x[d] + x[c], 18);
    }

    private static int[] words(String text) {
        byte[] x = text.getBytes(StandardCharsets.US_ASCII);
        return words(x, 0, x.length / 4);
    }

    private static int[] words(byte[] x, int offset, int count) {
        int[] words = new int[count];
        for (int i = 0; i < count; ++i) {
            words[i] = (int) word(x, offset + 4 * i);
        }
        return words;
    }

    /* Little-endian; the caller takes the low 32 bits. */
    private static long word(byte[] x, int at) {
        return x[at] & 0xff | (x[at + 1] & 0xff) << 8 | (x[at + 2] & 0xff) << 16
                | (x[at + 3] & 0xff) << 24;
    }
}
