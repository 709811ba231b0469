/* SPDX-License-Identifier: CC0-1.0 */
package crypto_hash.groestl512.javajni;

import crypto_hash.groestl256.javajni.Groestl;

/** Grøstl-512: 64 bytes of output. */
public final class Hash extends Groestl {
    static {
        System.loadLibrary("groestl512");
    }

    /** A digest of the empty message so far. */
    public Hash() {
        super("Groestl-512", 64, 128);
    }

    @Override
    protected native void begin(byte[] state);

    @Override
    protected native void absorb(byte[] state, byte[] in, int offset, int count);

    @Override
    protected native void squeeze(byte[] state, byte[] digest);
}
