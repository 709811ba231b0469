/* SPDX-License-Identifier: CC0-1.0 */
package crypto_hash.round3jh256.java;

/** The round constants in bit-sliced form, little-endian. */
public final class Constants {
    /** For each half of 64 bits those of the 42 rounds, for the even words, then for the odd. */
    private static final long[] HALVES = {
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

    private Constants() {}

    /** A copy for words of 64 bits: constant n of half h is at 84 h + n. */
    public static long[] longs() {
        return HALVES.clone();
    }

    /** The same for words of 32 bits: constant n of quarter q is at 84 q + n. */
    public static int[] ints() {
        int[] c = new int[2 * HALVES.length];
        for (int i = 0; i < HALVES.length; i++) {
            int even = i / 84 * 168 + i % 84;
            c[even] = (int) HALVES[i];
            c[even + 84] = (int) (HALVES[i] >>> 32);
        }
        return c;
    }
}
