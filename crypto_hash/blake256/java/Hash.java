/* SPDX-License-Identifier: CC0-1.0 */
package crypto_hash.blake256.java;

import digest.InitialValues;

/** BLAKE-256. */
public final class Hash extends Blake256Core {
    public Hash() {
        super("BLAKE-256", InitialValues.of256(), 32, 1);
    }
}
