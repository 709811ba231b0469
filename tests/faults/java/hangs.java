/* SPDX-License-Identifier: CC0-1.0 */
/* expect: loops: no answer in 3 s */
package crypto_hash.sha256.hangs;

public final class Hash extends crypto_hash.sha256.right.Hash {
    @Override
    protected byte[] engineDigest() {
        while (true) {}
    }
}
