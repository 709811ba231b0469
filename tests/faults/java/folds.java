/* SPDX-License-Identifier: CC0-1.0 */
/* expect: does not compile */
package crypto_hash.sha256.folds;

/** Constants are folded by javac: the last of these has as many characters as there are stars. */
public final class Hash extends crypto_hash.sha256.right.Hash {
    private static final String A = "0123456789abcdef0123456789abcdef";
    private static final String B = A + A + A + A + A + A + A + A + A + A + A + A + A + A + A + A;
    private static final String C = B + B + B + B + B + B + B + B + B + B + B + B + B + B + B + B;
    private static final String D = C + C + C + C + C + C + C + C + C + C + C + C + C + C + C + C;
    private static final String E = D + D + D + D + D + D + D + D + D + D + D + D + D + D + D + D;
    private static final String F = E + E + E + E + E + E + E + E + E + E + E + E + E + E + E + E;
    private static final String G = F + F + F + F + F + F + F + F + F + F + F + F + F + F + F + F;
    private static final String H = G + G + G + G + G + G + G + G + G + G + G + G + G + G + G + G;

    @Override
    protected byte[] engineDigest() {
        return H.getBytes();
    }
}
