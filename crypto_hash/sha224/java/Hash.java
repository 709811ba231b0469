/* SPDX-License-Identifier: CC0-1.0 */
package crypto_hash.sha224.java;

import crypto_hash.sha256.java.Sha256Core;

import digest.InitialValues;

/** SHA-224. */
public final class Hash extends Sha256Core {
    public Hash() {
        super("SHA-224", InitialValues.of224(), 28);
    }
}
