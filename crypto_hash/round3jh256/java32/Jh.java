/* SPDX-License-Identifier: CC0-1.0 */
package crypto_hash.round3jh256.java32;

import digest.BlockDigest;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * JH in bit-sliced form on words of 32 bits. Each of the eight words of 128 bits is four slices,
 * which meet only in the swaps of distance 32 and 64. So six rounds of a slice are a method, and
 * the seventh is another: eight words at once are all that a 32-bit machine can hold, if not all in
 * registers. Those two swaps are a choice of the odd words that the next call gets.
 *
 * <p>All steps work on bits of equal index or exchange bits whose indices differ in one binary
 * digit, so the words may be little-endian. Words x4, x5 and x7 are kept complemented: that spares
 * a complement in each S-box, and L leaves just these three complemented again.
 */
public abstract class Jh extends BlockDigest {
    private static final VarHandle WORD =
            MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final int BLOCK = 64;

    /** For each slice the constants of the rounds, for the even words, then for the odd ones. */
    private static final int[] C = {
        0xa2ded572, 0x90d6ab81, 0xe03a98ea, 0xb4960266, 0x5c5aa303, 0x8019051c, 0x9213ba10,
        0x39812c0a, 0x0d5a2d42, 0x0ba75c18, 0x036c6e97, 0xbb03f1ee, 0x37858e4a, 0x8173fe8a,
        0x8f15f4c5, 0xb775de52, 0x338ff48e, 0x20edf1b6, 0x433529ce, 0x591ff5d0, 0x670605a7,
        0x26077447, 0xa50a550d, 0x81727686, 0xec1f9ffc, 0xf594d74f, 0x2872df5b, 0xef7c8905,
        0x37695f70, 0x04771bc7, 0xa3e8297d, 0xfb301b1d, 0x31bae7a4, 0x32fcae3b, 0xfd05c9e5,
        0x01b771a2, 0x631d4088, 0xf14abb7e, 0x56a4d5a4, 0x45ce5773, 0xf28cdaa3, 0x20b2601f,
        0xa15b5932, 0x67633d9f, 0xea79b11f, 0x5aac571d, 0xafc135f7, 0x15638341, 0x1f3b40a7,
        0x6c4e3ee7, 0x490c9b8d, 0xd0ae3b7d, 0xf4a2b8a0, 0x92946891, 0x993bbbe3, 0x28acae64,
        0xf2e261f8, 0xf1bcac1c, 0xca5b0a33, 0xc3943b92, 0xf7d4a8ea, 0x5324a326, 0xa63e1db5,
        0xa17cf84c, 0xb333982f, 0xe8b6f406, 0x0d4ec1fd, 0x1614c17e, 0xe3f2c9d2, 0x16512a74,
        0x7b9ec54b, 0x574d239b, 0xd98176b1, 0xb3cb2bf4, 0x0758df38, 0x442e7031, 0x39eea065,
        0x26b29721, 0x15dfa08b, 0x7ceca7d8, 0x93ce25aa, 0xdaef5fc0, 0x3198b435, 0xa163d09a,
        0x67f815df, 0xf6875a4d, 0x9cfa455c, 0x8a53bbf2, 0xdb0e199a, 0x1d959e84, 0x416bbf02,
        0x5078aa37, 0x907eccf6, 0xac442bc7, 0x1ab8e09e, 0xfa618e5d, 0x2f3003db, 0x6c69b8f8,
        0xc45ec7bd, 0xbc88e4ae, 0x1563a3a9, 0xfde05a7c, 0x3d98fe4e, 0x86814e6f, 0x6a6234ee,
        0x3f1080c6, 0xc0a4f84a, 0xd48d6050, 0x7a205440, 0xd895fa9d, 0x286efebd, 0x2ed349ee,
        0x4a3124b3, 0xe720b951, 0xf2947692, 0xe01bdc5b, 0xffbf70b4, 0x39d3bb53, 0x0f09aef7,
        0x95ed44e3, 0x15f66ca0, 0x30c60ae2, 0x00ca4fbd, 0xadd16430, 0x16e10ecb, 0x7b846fc2,
        0xd319dd8d, 0xba6b04e4, 0x742128a9, 0x76d35075, 0x42d8a498, 0xa8db3aea, 0xf347271c,
        0xfd4f21d2, 0xdaeb492b, 0x84558d7a, 0x533b1036, 0x4f88e856, 0x7b9487f3, 0x6db334dc,
        0x2a518d10, 0xa23fce43, 0x75a12988, 0x1e4d790e, 0x21391abe, 0xd23c32ba, 0x08c9f2af,
        0x4d608672, 0x5e76bcb1, 0x36d4c1be, 0x69c953f4, 0x16fae006, 0x0cd29b00, 0x9832e0f2,
        0x9279f1b5, 0x316796e6, 0xce6c3213, 0x47154778, 0x65655e4e, 0x86ca0bd0, 0x8338f7d1,
        0x6ff81301, 0xd9922576, 0x7eb027ab, 0xd86902bd, 0xa5194a17, 0x701541db, 0x72409751,
        0x0a15847b, 0xc54f9f4e, 0x99d2c503, 0x1a1456b5, 0x0ab23f40, 0xadeb336f, 0x156578dc,
        0xd2bf1a3f, 0x9c9f62dd, 0xd665dfd1, 0x7e450521, 0xb29796fd, 0x2d8d672a, 0x4672c78a,
        0xa76f4475, 0x1e00b882, 0x24565faa, 0x5ae9ca36, 0x74f93a53, 0x81ad9d0e, 0xbe280b8b,
        0x6f7ea0e0, 0x9fe7e391, 0x415a9e7e, 0x001ae4e3, 0x117e2e55, 0xe27ff578, 0x85937e44,
        0xf128865e, 0xe843fe74, 0x097acbdd, 0x4f4924da, 0x0544320d, 0xc1c39f45, 0x12347094,
        0x368e3be9, 0x4b44c147, 0xc5b67046, 0x4b849dda, 0x68cea6e8, 0x5806e933, 0x7facced1,
        0xc01c9a50, 0xab19caf6, 0x35f7bde9, 0xfec2463a, 0x20eced78, 0x4d3bc3fa, 0x34f04059,
        0x398dfdb8, 0x49d7a25b, 0xf0e9a5f5, 0x9e07a80c, 0x555cb05b, 0xd6f4da75, 0x50a5346c,
        0x3364dbe3, 0x3cd1bb67, 0x4d19347f, 0xd7757479, 0x097ef45c, 0x4a17a344, 0x983d5983,
        0xcc3ee246, 0xa566d62b, 0x1582ee74, 0xc45a7da7, 0x3daf907e, 0x30ceaa5f, 0xd830eb0d,
        0x6ee651ff, 0xf3a6e6cc, 0x8452173c, 0x825446ff, 0x897cfcf2, 0xa20940f0, 0x37e95ef7,
        0xd1ed44a3, 0xf6f7853c, 0xda7d8d53, 0xfd43f65a, 0x33664d97, 0xbb0f1eea, 0xbf9d75f6,
        0x571523b7, 0x402bd1c3, 0x9a99b266, 0x31a2db88, 0x1044c187, 0xdccde75e, 0xd027bbf7,
        0xd3910041, 0xce97c092, 0x23fcc663, 0xa8ec6c44, 0x97818394, 0x956a9ffb, 0x14427fc0,
        0x80bb118f, 0xf4a3a698, 0x89f9b7d5, 0x362c4206, 0xa74b9a73, 0x9f5ad8af, 0x2717b96e,
        0x7b487ec6, 0x9ef18e97, 0x62b0e5f3, 0x84c9f4ce, 0xa554c324, 0xb2c4a50f, 0x7f5928eb,
        0x65e4d61d, 0x8a87d423, 0xc1d9309b, 0xbf829cf2, 0x48bcf8de, 0xa08b29e0, 0x34f19042,
        0x4a982f4f, 0xffaf5287, 0xe68c6ecc, 0xae183ec8, 0x67255c14, 0x9a99949a, 0x1885d1a0,
        0x46b4a5aa, 0x7eee560b, 0xee51363b, 0x01707da3, 0x79676b9e, 0x832c8332, 0x9a762db7,
        0xef5957dc, 0x0d70f368, 0x658ef8e4, 0x5aec3e75, 0x4cbcbaf8, 0x5d1c6b72, 0x71db28b8,
        0xfc75dd59, 0xb043e802, 0x5c5316b4, 0x3fafeeb6, 0x5127234c, 0xadd5a66d, 0x563c6b91,
        0xf6c76e08, 0x2ae6c4ef, 0x6321efbc, 0x26585806, 0x3f9d6328, 0x300cd4b7, 0x9af8cee3,
        0xd3688604, 0x05750a17, 0x62a205f8, 0x486a9323, 0x8e5086fc, 0x4e477830, 0xbd3a2ce4,
        0xe7de9fef, 0xbe42dc12, 0xdea83eaa, 0xf908731a, 0x6a21fd4c, 0x9b54cded, 0xe26f4791,
    };

    private final int digestBytes;
    private final long[] iv;

    /** For each slice the words x0, x2, x4, x6, then x1, x3, x5, x7. */
    private int[] x = new int[32];

    private long length; // bytes of the message in the blocks hashed

    /**
     * @param algorithm the standard name
     * @param digestBytes length of the digest in bytes
     * @param iv the initial value in big-endian words; it is only read
     */
    protected Jh(String algorithm, int digestBytes, long[] iv) {
        super(algorithm, digestBytes, BLOCK, false);
        this.digestBytes = digestBytes;
        this.iv = iv;
        start();
    }

    @Override
    protected final void start() {
        for (int i = 0; i < iv.length; i++) {
            long word = Long.reverseBytes(iv[i]);
            x[place(2 * i)] = complement(2 * i) ^ (int) word;
            x[place(2 * i + 1)] = complement(2 * i + 1) ^ (int) (word >>> 32);
        }
        length = 0;
    }

    @Override
    protected final void blocks(byte[] in, int offset, int count) {
        length += (long) count * BLOCK;
        for (int end = offset + count * BLOCK; offset < end; offset += BLOCK) {
            f8(in, offset);
        }
    }

    /** The length never shares a block with bytes of the message. */
    @Override
    protected final void finish(byte[] rest, int length, byte[] out, int offset) {
        long bits = (this.length + length) * 8;
        rest[length] = (byte) 0x80;
        Arrays.fill(rest, length + 1, BLOCK, (byte) 0);
        if (length > 0) {
            f8(rest, 0);
            Arrays.fill(rest, 0, BLOCK, (byte) 0);
        }
        for (int i = 1; i <= 8; i++, bits >>>= 8) {
            rest[BLOCK - i] = (byte) bits;
        }
        f8(rest, 0);
        for (int i = 0; i < digestBytes; i++) {
            int from = 128 - digestBytes + i;
            int word = from / 4;
            out[offset + i] = (byte) ((x[place(word)] ^ complement(word)) >>> from % 4 * 8);
        }
    }

    @Override
    public Object clone() throws CloneNotSupportedException {
        Jh copy = (Jh) super.clone();
        copy.x = x.clone();
        return copy;
    }

    /** Where in x word i of the state's byte sequence is. */
    private static int place(int i) {
        return i % 4 * 8 + i / 4 % 2 * 4 + i / 8;
    }

    private static int complement(int i) {
        int k = i / 4;
        return k == 4 || k == 5 || k == 7 ? -1 : 0;
    }

    private void f8(byte[] in, int offset) {
        int[] x = this.x;
        for (int i = 0; i < 16; i++) {
            x[place(i)] ^= (int) WORD.get(in, offset + 4 * i);
        }
        int swapped = 0;
        for (int c = 0; c < 84; c += 14) {
            for (int j = 0; j < 4; j++) {
                sixRounds(x, 8 * j, 8 * (j ^ swapped) + 4, 84 * j + c);
            }
            swapped ^= 1;
            for (int j = 0; j < 4; j++) {
                seventhRound(x, 8 * j, 8 * (j ^ swapped) + 4, 84 * j + c + 12);
            }
            swapped ^= 2;
        }
        for (int i = 0; i < 16; i++) {
            x[place(16 + i)] ^= (int) WORD.get(in, offset + 4 * i);
        }
    }

    /** Rounds on a slice of the state: its even words, its odd words, its constants from C[c]. */
    private static void sixRounds(int[] x, int even, int odd, int c) {
        int a0 = x[even];
        int a1 = x[even + 1];
        int a2 = x[even + 2];
        int a3 = x[even + 3];
        int b0 = x[odd];
        int b1 = x[odd + 1];
        int b2 = x[odd + 2];
        int b3 = x[odd + 3];
        int k;
        int t;

        k = C[c];
        a0 ^= k & a2;
        t = k ^ a0 & a1;
        a0 ^= a2 | a3;
        a3 ^= a2 | a1;
        a1 ^= a0 | a2;
        a2 ^= a0 | a3;
        a0 ^= a1 & ~a3;
        a3 ^= a2 & ~a1;
        a1 ^= t & a0;
        a2 ^= t;
        k = C[c + 1];
        b0 ^= k & b2;
        t = k ^ b0 & b1;
        b0 ^= b3 & ~b2;
        b3 ^= b2 | b1;
        b1 ^= b0 & ~b2;
        b2 ^= b0 & b3;
        b0 ^= b3 & ~b1;
        b3 ^= b1 & ~b2;
        b1 ^= t & ~b0;
        b2 ^= t;
        b0 ^= a1;
        b1 ^= a2;
        b2 ^= a0 ^ a3;
        b3 ^= a0;
        a0 ^= b1;
        a1 ^= b2;
        a2 ^= b0 ^ b3;
        a3 ^= b0;
        b0 = (b0 & 0x55555555) << 1 | b0 >>> 1 & 0x55555555;
        b1 = (b1 & 0x55555555) << 1 | b1 >>> 1 & 0x55555555;
        b2 = (b2 & 0x55555555) << 1 | b2 >>> 1 & 0x55555555;
        b3 = (b3 & 0x55555555) << 1 | b3 >>> 1 & 0x55555555;

        k = C[c + 2];
        a0 ^= k & a2;
        t = k ^ a0 & a1;
        a0 ^= a2 | a3;
        a3 ^= a2 | a1;
        a1 ^= a0 | a2;
        a2 ^= a0 | a3;
        a0 ^= a1 & ~a3;
        a3 ^= a2 & ~a1;
        a1 ^= t & a0;
        a2 ^= t;
        k = C[c + 3];
        b0 ^= k & b2;
        t = k ^ b0 & b1;
        b0 ^= b3 & ~b2;
        b3 ^= b2 | b1;
        b1 ^= b0 & ~b2;
        b2 ^= b0 & b3;
        b0 ^= b3 & ~b1;
        b3 ^= b1 & ~b2;
        b1 ^= t & ~b0;
        b2 ^= t;
        b0 ^= a1;
        b1 ^= a2;
        b2 ^= a0 ^ a3;
        b3 ^= a0;
        a0 ^= b1;
        a1 ^= b2;
        a2 ^= b0 ^ b3;
        a3 ^= b0;
        b0 = (b0 & 0x33333333) << 2 | b0 >>> 2 & 0x33333333;
        b1 = (b1 & 0x33333333) << 2 | b1 >>> 2 & 0x33333333;
        b2 = (b2 & 0x33333333) << 2 | b2 >>> 2 & 0x33333333;
        b3 = (b3 & 0x33333333) << 2 | b3 >>> 2 & 0x33333333;

        k = C[c + 4];
        a0 ^= k & a2;
        t = k ^ a0 & a1;
        a0 ^= a2 | a3;
        a3 ^= a2 | a1;
        a1 ^= a0 | a2;
        a2 ^= a0 | a3;
        a0 ^= a1 & ~a3;
        a3 ^= a2 & ~a1;
        a1 ^= t & a0;
        a2 ^= t;
        k = C[c + 5];
        b0 ^= k & b2;
        t = k ^ b0 & b1;
        b0 ^= b3 & ~b2;
        b3 ^= b2 | b1;
        b1 ^= b0 & ~b2;
        b2 ^= b0 & b3;
        b0 ^= b3 & ~b1;
        b3 ^= b1 & ~b2;
        b1 ^= t & ~b0;
        b2 ^= t;
        b0 ^= a1;
        b1 ^= a2;
        b2 ^= a0 ^ a3;
        b3 ^= a0;
        a0 ^= b1;
        a1 ^= b2;
        a2 ^= b0 ^ b3;
        a3 ^= b0;
        b0 = (b0 & 0x0f0f0f0f) << 4 | b0 >>> 4 & 0x0f0f0f0f;
        b1 = (b1 & 0x0f0f0f0f) << 4 | b1 >>> 4 & 0x0f0f0f0f;
        b2 = (b2 & 0x0f0f0f0f) << 4 | b2 >>> 4 & 0x0f0f0f0f;
        b3 = (b3 & 0x0f0f0f0f) << 4 | b3 >>> 4 & 0x0f0f0f0f;

        k = C[c + 6];
        a0 ^= k & a2;
        t = k ^ a0 & a1;
        a0 ^= a2 | a3;
        a3 ^= a2 | a1;
        a1 ^= a0 | a2;
        a2 ^= a0 | a3;
        a0 ^= a1 & ~a3;
        a3 ^= a2 & ~a1;
        a1 ^= t & a0;
        a2 ^= t;
        k = C[c + 7];
        b0 ^= k & b2;
        t = k ^ b0 & b1;
        b0 ^= b3 & ~b2;
        b3 ^= b2 | b1;
        b1 ^= b0 & ~b2;
        b2 ^= b0 & b3;
        b0 ^= b3 & ~b1;
        b3 ^= b1 & ~b2;
        b1 ^= t & ~b0;
        b2 ^= t;
        b0 ^= a1;
        b1 ^= a2;
        b2 ^= a0 ^ a3;
        b3 ^= a0;
        a0 ^= b1;
        a1 ^= b2;
        a2 ^= b0 ^ b3;
        a3 ^= b0;
        b0 = (b0 & 0x00ff00ff) << 8 | b0 >>> 8 & 0x00ff00ff;
        b1 = (b1 & 0x00ff00ff) << 8 | b1 >>> 8 & 0x00ff00ff;
        b2 = (b2 & 0x00ff00ff) << 8 | b2 >>> 8 & 0x00ff00ff;
        b3 = (b3 & 0x00ff00ff) << 8 | b3 >>> 8 & 0x00ff00ff;

        k = C[c + 8];
        a0 ^= k & a2;
        t = k ^ a0 & a1;
        a0 ^= a2 | a3;
        a3 ^= a2 | a1;
        a1 ^= a0 | a2;
        a2 ^= a0 | a3;
        a0 ^= a1 & ~a3;
        a3 ^= a2 & ~a1;
        a1 ^= t & a0;
        a2 ^= t;
        k = C[c + 9];
        b0 ^= k & b2;
        t = k ^ b0 & b1;
        b0 ^= b3 & ~b2;
        b3 ^= b2 | b1;
        b1 ^= b0 & ~b2;
        b2 ^= b0 & b3;
        b0 ^= b3 & ~b1;
        b3 ^= b1 & ~b2;
        b1 ^= t & ~b0;
        b2 ^= t;
        b0 ^= a1;
        b1 ^= a2;
        b2 ^= a0 ^ a3;
        b3 ^= a0;
        a0 ^= b1;
        a1 ^= b2;
        a2 ^= b0 ^ b3;
        a3 ^= b0;
        b0 = Integer.rotateLeft(b0, 16);
        b1 = Integer.rotateLeft(b1, 16);
        b2 = Integer.rotateLeft(b2, 16);
        b3 = Integer.rotateLeft(b3, 16);

        k = C[c + 10];
        a0 ^= k & a2;
        t = k ^ a0 & a1;
        a0 ^= a2 | a3;
        a3 ^= a2 | a1;
        a1 ^= a0 | a2;
        a2 ^= a0 | a3;
        a0 ^= a1 & ~a3;
        a3 ^= a2 & ~a1;
        a1 ^= t & a0;
        a2 ^= t;
        k = C[c + 11];
        b0 ^= k & b2;
        t = k ^ b0 & b1;
        b0 ^= b3 & ~b2;
        b3 ^= b2 | b1;
        b1 ^= b0 & ~b2;
        b2 ^= b0 & b3;
        b0 ^= b3 & ~b1;
        b3 ^= b1 & ~b2;
        b1 ^= t & ~b0;
        b2 ^= t;
        b0 ^= a1;
        b1 ^= a2;
        b2 ^= a0 ^ a3;
        b3 ^= a0;
        a0 ^= b1;
        a1 ^= b2;
        a2 ^= b0 ^ b3;
        a3 ^= b0;

        x[even] = a0;
        x[even + 1] = a1;
        x[even + 2] = a2;
        x[even + 3] = a3;
        x[odd] = b0;
        x[odd + 1] = b1;
        x[odd + 2] = b2;
        x[odd + 3] = b3;
    }

    /** The round whose swap is of distance 64. */
    private static void seventhRound(int[] x, int even, int odd, int c) {
        int a0 = x[even];
        int a1 = x[even + 1];
        int a2 = x[even + 2];
        int a3 = x[even + 3];
        int b0 = x[odd];
        int b1 = x[odd + 1];
        int b2 = x[odd + 2];
        int b3 = x[odd + 3];
        int k = C[c];
        int t;
        a0 ^= k & a2;
        t = k ^ a0 & a1;
        a0 ^= a2 | a3;
        a3 ^= a2 | a1;
        a1 ^= a0 | a2;
        a2 ^= a0 | a3;
        a0 ^= a1 & ~a3;
        a3 ^= a2 & ~a1;
        a1 ^= t & a0;
        a2 ^= t;
        k = C[c + 1];
        b0 ^= k & b2;
        t = k ^ b0 & b1;
        b0 ^= b3 & ~b2;
        b3 ^= b2 | b1;
        b1 ^= b0 & ~b2;
        b2 ^= b0 & b3;
        b0 ^= b3 & ~b1;
        b3 ^= b1 & ~b2;
        b1 ^= t & ~b0;
        b2 ^= t;
        b0 ^= a1;
        b1 ^= a2;
        b2 ^= a0 ^ a3;
        b3 ^= a0;
        a0 ^= b1;
        a1 ^= b2;
        a2 ^= b0 ^ b3;
        a3 ^= b0;

        x[even] = a0;
        x[even + 1] = a1;
        x[even + 2] = a2;
        x[even + 3] = a3;
        x[odd] = b0;
        x[odd + 1] = b1;
        x[odd + 2] = b2;
        x[odd + 3] = b3;
    }
}
