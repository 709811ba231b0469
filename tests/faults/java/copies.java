/* SPDX-License-Identifier: CC0-1.0 */
/* expect: is disturbed by its clone */
package crypto_hash.sha256.copies;

public final class Hash extends crypto_hash.sha256.right.Hash {
    @Override
    public Object clone() {
        return this;
    }
}
