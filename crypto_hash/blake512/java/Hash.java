/* SPDX-License-Identifier: CC0-1.0 */
package crypto_hash.blake512.java;

import digest.InitialValues;

/** BLAKE-512. */
public final class Hash extends Blake512Core {
    public Hash() {
        super("BLAKE-512", InitialValues.of512(), 64, 1);
    }
}
