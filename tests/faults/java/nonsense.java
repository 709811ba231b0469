/* SPDX-License-Identifier: CC0-1.0 */
/* expect: does not compile */
package crypto_hash.sha256.nonsense;

public final class Hash extends crypto_hash.sha256.right.Hash {
    @Override
    protected byte[] engineDigest() {
        return "nothing that is bytes";
    }
}
