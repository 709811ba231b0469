/* SPDX-License-Identifier: CC0-1.0 */
package crypto_hash.groestl256.javajni;

/** Grøstl-256: 32 bytes of output. */
public final class Hash extends Groestl {
    static {
        System.loadLibrary("groestl256");
    }

    /** A digest of the empty message so far. */
    public Hash() {
        super("Groestl-256", 32, 64);
    }

    @Override
    protected native void begin(byte[] state);

    @Override
    protected native void absorb(byte[] state, byte[] in, int offset, int count);

    @Override
    protected native void squeeze(byte[] state, byte[] digest);
}
