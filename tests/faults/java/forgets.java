/* SPDX-License-Identifier: CC0-1.0 */
/* expect: is wrong after reset */
package crypto_hash.sha256.forgets;

public final class Hash extends crypto_hash.sha256.right.Hash {
    @Override
    protected void engineReset() {}
}
