/* SPDX-License-Identifier: CC0-1.0 */
package shootout.provider;

import java.security.Provider;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The five finalists of the SHA-3 competition, each with digests of 224, 256, 384 and 512 bits, as
 * {@link java.security.MessageDigest}. All are of the final round: JH has 42 rounds, and Keccak
 * pads as submitted, not as SHA-3.
 *
 * <table>
 *   <caption>Algorithms, for 256 bits; case does not matter</caption>
 *   <tr><th>name<th>aliases<th>digest, block in bytes
 *   <tr><td>BLAKE-256<td>blake256<td>32, 64 (128 above 256 bits)
 *   <tr><td>Groestl-256<td>groestl256, Grøstl-256<td>32, 64 (128 above 256 bits)
 *   <tr><td>JH-256<td>round3jh256, JH256<td>32, 64
 *   <tr><td>Keccak-256<td>keccakc512, Keccak256, Keccak[c=512]<td>32, 136 (200 less two digests)
 *   <tr><td>Skein-512-256<td>skein512256, Skein-512/256<td>32, 64
 * </table>
 *
 * <p>The first alias is SUPERCOP's name. Any message of whole bytes below 2<sup>60</sup> of them
 * is hashed. A digest may be cloned, allocates nothing per block, and belongs to one thread at a
 * time; different ones share nothing. {@code update} throws {@link IllegalArgumentException} or
 * {@link IndexOutOfBoundsException} for bytes outside of their array, {@code digest} into an array
 * {@link java.security.DigestException} for a length below that of the digest.
 *
 * <p>Each function comes in the form that is fastest on the running VM: by {@code
 * sun.arch.data.model} for 32 or 64 bits, and BLAKE-256 and BLAKE-512 in vectors on a 64-bit VM
 * that was started with {@code --add-modules jdk.incubator.vector}. That option is for HotSpot's
 * C2: other compilers keep vectors in memory and are slower with it.
 */
public final class ShootoutProvider extends Provider {
    private static final long serialVersionUID = 1;

    /** The provider for the running VM. */
    public ShootoutProvider() {
        this(Machine.words(), Machine.hasVectors());
    }

    /**
     * @param words "java32" or "java64"
     * @param vectors whether the forms in vectors are taken
     */
    ShootoutProvider(String words, boolean vectors) {
        super("Shootout", "1.0", "BLAKE, Groestl, JH, Keccak and Skein of SHA-3's final round");
        String columns = vectors ? "javavector" : "java";
        put("BLAKE-224", "blake224", "java");
        put("BLAKE-256", "blake256", columns);
        put("BLAKE-384", "blake384", "java");
        put("BLAKE-512", "blake512", columns);
        for (int bits : new int[] {224, 256, 384, 512}) {
            int capacity = 2 * bits;
            put("Groestl-" + bits, "groestl" + bits, words, "Gr\u00f8stl-" + bits);
            put("JH-" + bits, "round3jh" + bits, words, "JH" + bits);
            put("Keccak-" + bits, "keccakc" + capacity, words,
                    "Keccak" + bits, "Keccak[c=" + capacity + "]");
            put("Skein-512-" + bits, "skein512" + bits, "java", "Skein-512/" + bits);
        }
    }

    private void put(String algorithm, String primitive, String form, String... aliases) {
        String hash = "crypto_hash." + primitive + "." + form + ".Hash";
        List<String> names = new ArrayList<>(List.of(aliases));
        names.add(primitive);
        Map<String, String> attributes = Map.of("ImplementedIn", "Software");
        putService(new Service(this, "MessageDigest", algorithm, hash, names, attributes));
    }
}
