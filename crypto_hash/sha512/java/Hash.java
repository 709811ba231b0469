/* SPDX-License-Identifier: CC0-1.0 */
package crypto_hash.sha512.java;

import digest.InitialValues;

/** SHA-512. */
public final class Hash extends Sha512Core {
    public Hash() {
        super("SHA-512", InitialValues.of512(), 64);
    }
}
