/* SPDX-License-Identifier: CC0-1.0 */
/* expect: ends early with exit status 0 */
package crypto_hash.sha256.exits;

public final class Hash extends crypto_hash.sha256.right.Hash {
    @Override
    protected byte[] engineDigest() {
        Runtime.getRuntime().halt(0);
        return super.engineDigest();
    }
}
