/* SPDX-License-Identifier: CC0-1.0 */
package crypto_hash.sha256.jdk;

import digest.Delegate;

/**
 * The SHA-256 that comes with the Java platform, to be measured beside ours. HotSpot replaces its
 * compression by assembly language unless told -XX:-UseSHA.
 */
public final class Hash extends Delegate {
    public Hash() {
        super("SHA-256");
    }
}
