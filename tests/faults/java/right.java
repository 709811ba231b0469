/* SPDX-License-Identifier: CC0-1.0 */
/* expect: right */
package crypto_hash.sha256.right;

import digest.Delegate;

/** The VM's own SHA-256: the others here differ from it in one thing that they do wrong. */
public class Hash extends Delegate {
    public Hash() {
        super("SHA-256");
    }

    @Override
    protected int engineGetDigestLength() {
        return 32;
    }
}
