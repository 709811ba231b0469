/* SPDX-License-Identifier: CC0-1.0 */
package crypto_hash.blake384.java;

import crypto_hash.blake512.java.Blake512Core;

import digest.InitialValues;

/** BLAKE-384. */
public final class Hash extends Blake512Core {
    public Hash() {
        super("BLAKE-384", InitialValues.of384(), 48, 0);
    }
}
