/* SPDX-License-Identifier: CC0-1.0 */
/* expect: is wrong when the message comes in pieces */
package crypto_hash.sha256.splits;

public final class Hash extends crypto_hash.sha256.right.Hash {
    @Override
    protected void engineUpdate(byte input) {
        super.engineUpdate((byte) 0);
    }
}
