/* SPDX-License-Identifier: CC0-1.0 */
package crypto_hash.blake224.java;

import crypto_hash.blake256.java.Blake256Core;

import digest.InitialValues;

/** BLAKE-224. */
public final class Hash extends Blake256Core {
    public Hash() {
        super("BLAKE-224", InitialValues.of224(), 28, 0);
    }
}
