/* SPDX-License-Identifier: CC0-1.0 */
package crypto_hash.sha256.java;

import digest.InitialValues;

/** SHA-256. */
public final class Hash extends Sha256Core {
    public Hash() {
        super("SHA-256", InitialValues.of256(), 32);
    }
}
