/* SPDX-License-Identifier: CC0-1.0 */
package crypto_hash.sha384.java;

import crypto_hash.sha512.java.Sha512Core;

import digest.InitialValues;

/** SHA-384. */
public final class Hash extends Sha512Core {
    public Hash() {
        super("SHA-384", InitialValues.of384(), 48);
    }
}
