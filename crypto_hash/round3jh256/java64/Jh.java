/* SPDX-License-Identifier: CC0-1.0 */
package crypto_hash.round3jh256.java64;

import digest.BlockDigest;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * JH in bit-sliced form on words of 64 bits. Each of the eight words of 128 bits is two halves,
 * which meet only in the swap of distance 64, once in seven rounds. So seven rounds of one half are
 * a method: its eight words and what a step needs fit the registers of a 64-bit machine, and the
 * swap between two calls is a choice of the odd words that the next call gets.
 *
 * <p>All steps work on bits of equal index or exchange bits whose indices differ in one binary
 * digit, so the words may be little-endian. Words x4, x5 and x7 are kept complemented: that spares
 * a complement in each S-box, and L leaves just these three complemented again.
 */
public abstract class Jh extends BlockDigest {
    private static final VarHandle WORD =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final int BLOCK = 64;

    /** For each half the constants of the rounds, for the even words, then for the odd ones. */
    private static final long[] C = {
        0x67f815dfa2ded572L, 0xf6875a4d90d6ab81L, 0x9cfa455ce03a98eaL, 0x8a53bbf2b4960266L,
        0xdb0e199a5c5aa303L, 0x1d959e848019051cL, 0x416bbf029213ba10L, 0x5078aa3739812c0aL,
        0x907eccf60d5a2d42L, 0xac442bc70ba75c18L, 0x1ab8e09e036c6e97L, 0xfa618e5dbb03f1eeL,
        0x2f3003db37858e4aL, 0x6c69b8f88173fe8aL, 0xc45ec7bd8f15f4c5L, 0xbc88e4aeb775de52L,
        0x1563a3a9338ff48eL, 0xfde05a7c20edf1b6L, 0x3d98fe4e433529ceL, 0x86814e6f591ff5d0L,
        0x6a6234ee670605a7L, 0x3f1080c626077447L, 0xc0a4f84aa50a550dL, 0xd48d605081727686L,
        0x7a205440ec1f9ffcL, 0xd895fa9df594d74fL, 0x286efebd2872df5bL, 0x2ed349eeef7c8905L,
        0x4a3124b337695f70L, 0xe720b95104771bc7L, 0xf2947692a3e8297dL, 0xe01bdc5bfb301b1dL,
        0xffbf70b431bae7a4L, 0x39d3bb5332fcae3bL, 0x0f09aef7fd05c9e5L, 0x95ed44e301b771a2L,
        0x15f66ca0631d4088L, 0x30c60ae2f14abb7eL, 0x00ca4fbd56a4d5a4L, 0xadd1643045ce5773L,
        0x16e10ecbf28cdaa3L, 0x7b846fc220b2601fL, 0xd319dd8da15b5932L, 0xba6b04e467633d9fL,
        0x742128a9ea79b11fL, 0x76d350755aac571dL, 0x42d8a498afc135f7L, 0xa8db3aea15638341L,
        0xf347271c1f3b40a7L, 0xfd4f21d26c4e3ee7L, 0xdaeb492b490c9b8dL, 0x84558d7ad0ae3b7dL,
        0x533b1036f4a2b8a0L, 0x4f88e85692946891L, 0x7b9487f3993bbbe3L, 0x6db334dc28acae64L,
        0x2a518d10f2e261f8L, 0xa23fce43f1bcac1cL, 0x75a12988ca5b0a33L, 0x1e4d790ec3943b92L,
        0x21391abef7d4a8eaL, 0xd23c32ba5324a326L, 0x08c9f2afa63e1db5L, 0x4d608672a17cf84cL,
        0x5e76bcb1b333982fL, 0x36d4c1bee8b6f406L, 0x69c953f40d4ec1fdL, 0x16fae0061614c17eL,
        0x0cd29b00e3f2c9d2L, 0x9832e0f216512a74L, 0x9279f1b57b9ec54bL, 0x316796e6574d239bL,
        0xce6c3213d98176b1L, 0x47154778b3cb2bf4L, 0x65655e4e0758df38L, 0x86ca0bd0442e7031L,
        0x8338f7d139eea065L, 0x6ff8130126b29721L, 0xd992257615dfa08bL, 0x7eb027ab7ceca7d8L,
        0xd86902bd93ce25aaL, 0xa5194a17daef5fc0L, 0x701541db3198b435L, 0x72409751a163d09aL,
        0x571523b70a15847bL, 0x402bd1c3c54f9f4eL, 0x9a99b26699d2c503L, 0x31a2db881a1456b5L,
        0x1044c1870ab23f40L, 0xdccde75eadeb336fL, 0xd027bbf7156578dcL, 0xd3910041d2bf1a3fL,
        0xce97c0929c9f62ddL, 0x23fcc663d665dfd1L, 0xa8ec6c447e450521L, 0x97818394b29796fdL,
        0x956a9ffb2d8d672aL, 0x14427fc04672c78aL, 0x80bb118fa76f4475L, 0xf4a3a6981e00b882L,
        0x89f9b7d524565faaL, 0x362c42065ae9ca36L, 0xa74b9a7374f93a53L, 0x9f5ad8af81ad9d0eL,
        0x2717b96ebe280b8bL, 0x7b487ec66f7ea0e0L, 0x9ef18e979fe7e391L, 0x62b0e5f3415a9e7eL,
        0x84c9f4ce001ae4e3L, 0xa554c324117e2e55L, 0xb2c4a50fe27ff578L, 0x7f5928eb85937e44L,
        0x65e4d61df128865eL, 0x8a87d423e843fe74L, 0xc1d9309b097acbddL, 0xbf829cf24f4924daL,
        0x48bcf8de0544320dL, 0xa08b29e0c1c39f45L, 0x34f1904212347094L, 0x4a982f4f368e3be9L,
        0xffaf52874b44c147L, 0xe68c6eccc5b67046L, 0xae183ec84b849ddaL, 0x67255c1468cea6e8L,
        0x9a99949a5806e933L, 0x1885d1a07facced1L, 0x46b4a5aac01c9a50L, 0x7eee560bab19caf6L,
        0xee51363b35f7bde9L, 0x01707da3fec2463aL, 0x79676b9e20eced78L, 0x832c83324d3bc3faL,
        0x9a762db734f04059L, 0xef5957dc398dfdb8L, 0x0d70f36849d7a25bL, 0x658ef8e4f0e9a5f5L,
        0x5aec3e759e07a80cL, 0x4cbcbaf8555cb05bL, 0x5d1c6b72d6f4da75L, 0x71db28b850a5346cL,
        0xfc75dd593364dbe3L, 0xb043e8023cd1bb67L, 0x5c5316b44d19347fL, 0x3fafeeb6d7757479L,
        0x5127234c097ef45cL, 0xadd5a66d4a17a344L, 0x563c6b91983d5983L, 0xf6c76e08cc3ee246L,
        0x2ae6c4efa566d62bL, 0x6321efbc1582ee74L, 0x26585806c45a7da7L, 0x3f9d63283daf907eL,
        0x300cd4b730ceaa5fL, 0x9af8cee3d830eb0dL, 0xd36886046ee651ffL, 0x05750a17f3a6e6ccL,
        0x62a205f88452173cL, 0x486a9323825446ffL, 0x8e5086fc897cfcf2L, 0x4e477830a20940f0L,
        0xbd3a2ce437e95ef7L, 0xe7de9fefd1ed44a3L, 0xbe42dc12f6f7853cL, 0xdea83eaada7d8d53L,
        0xf908731afd43f65aL, 0x6a21fd4c33664d97L, 0x9b54cdedbb0f1eeaL, 0xe26f4791bf9d75f6L,
    };

    private final int digestBytes;
    private final long[] iv;

    /** For each half the words x0, x2, x4, x6, then x1, x3, x5, x7. */
    private long[] x = new long[16];

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
            x[place(i)] = complement(i) ^ Long.reverseBytes(iv[i]);
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
            int word = from / 8;
            out[offset + i] = (byte) ((x[place(word)] ^ complement(word)) >>> from % 8 * 8);
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
        return i % 2 * 8 + i / 2 % 2 * 4 + i / 4;
    }

    private static int complement(int i) {
        int k = i / 2;
        return k == 4 || k == 5 || k == 7 ? -1 : 0;
    }

    private void f8(byte[] in, int offset) {
        long[] x = this.x;
        for (int i = 0; i < 8; i++) {
            x[place(i)] ^= (long) WORD.get(in, offset + 8 * i);
        }
        for (int i = 0; i < 6; i++) {
            int swapped = 8 * (i & 1);
            sevenRounds(x, 0, 4 + swapped, 14 * i);
            sevenRounds(x, 8, 12 - swapped, 84 + 14 * i);
        }
        for (int i = 0; i < 8; i++) {
            x[place(8 + i)] ^= (long) WORD.get(in, offset + 8 * i);
        }
    }

    /** Rounds on a half of the state: its even words, its odd words, its constants from C[c]. */
    private static void sevenRounds(long[] x, int even, int odd, int c) {
        long a0 = x[even];
        long a1 = x[even + 1];
        long a2 = x[even + 2];
        long a3 = x[even + 3];
        long b0 = x[odd];
        long b1 = x[odd + 1];
        long b2 = x[odd + 2];
        long b3 = x[odd + 3];
        long k;
        long t;

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
        b0 = (b0 & 0x5555555555555555L) << 1 | b0 >>> 1 & 0x5555555555555555L;
        b1 = (b1 & 0x5555555555555555L) << 1 | b1 >>> 1 & 0x5555555555555555L;
        b2 = (b2 & 0x5555555555555555L) << 1 | b2 >>> 1 & 0x5555555555555555L;
        b3 = (b3 & 0x5555555555555555L) << 1 | b3 >>> 1 & 0x5555555555555555L;

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
        b0 = (b0 & 0x3333333333333333L) << 2 | b0 >>> 2 & 0x3333333333333333L;
        b1 = (b1 & 0x3333333333333333L) << 2 | b1 >>> 2 & 0x3333333333333333L;
        b2 = (b2 & 0x3333333333333333L) << 2 | b2 >>> 2 & 0x3333333333333333L;
        b3 = (b3 & 0x3333333333333333L) << 2 | b3 >>> 2 & 0x3333333333333333L;

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
        b0 = (b0 & 0x0f0f0f0f0f0f0f0fL) << 4 | b0 >>> 4 & 0x0f0f0f0f0f0f0f0fL;
        b1 = (b1 & 0x0f0f0f0f0f0f0f0fL) << 4 | b1 >>> 4 & 0x0f0f0f0f0f0f0f0fL;
        b2 = (b2 & 0x0f0f0f0f0f0f0f0fL) << 4 | b2 >>> 4 & 0x0f0f0f0f0f0f0f0fL;
        b3 = (b3 & 0x0f0f0f0f0f0f0f0fL) << 4 | b3 >>> 4 & 0x0f0f0f0f0f0f0f0fL;

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
        b0 = (b0 & 0x00ff00ff00ff00ffL) << 8 | b0 >>> 8 & 0x00ff00ff00ff00ffL;
        b1 = (b1 & 0x00ff00ff00ff00ffL) << 8 | b1 >>> 8 & 0x00ff00ff00ff00ffL;
        b2 = (b2 & 0x00ff00ff00ff00ffL) << 8 | b2 >>> 8 & 0x00ff00ff00ff00ffL;
        b3 = (b3 & 0x00ff00ff00ff00ffL) << 8 | b3 >>> 8 & 0x00ff00ff00ff00ffL;

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
        b0 = (b0 & 0x0000ffff0000ffffL) << 16 | b0 >>> 16 & 0x0000ffff0000ffffL;
        b1 = (b1 & 0x0000ffff0000ffffL) << 16 | b1 >>> 16 & 0x0000ffff0000ffffL;
        b2 = (b2 & 0x0000ffff0000ffffL) << 16 | b2 >>> 16 & 0x0000ffff0000ffffL;
        b3 = (b3 & 0x0000ffff0000ffffL) << 16 | b3 >>> 16 & 0x0000ffff0000ffffL;

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
        b0 = Long.rotateLeft(b0, 32);
        b1 = Long.rotateLeft(b1, 32);
        b2 = Long.rotateLeft(b2, 32);
        b3 = Long.rotateLeft(b3, 32);

        k = C[c + 12];
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
        k = C[c + 13];
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
