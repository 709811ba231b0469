/* SPDX-License-Identifier: CC0-1.0 */
/* expect: prints 9 bytes */
package crypto_hash.sha256.says;

public final class Hash extends crypto_hash.sha256.right.Hash {
    static {
        System.out.println("time nan");
    }
}
