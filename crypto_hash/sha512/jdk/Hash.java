/* SPDX-License-Identifier: CC0-1.0 */
package crypto_hash.sha512.jdk;

import java.security.DigestException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * The SHA-512 that comes with the Java platform, to be measured beside ours. HotSpot replaces its
 * compression by assembly language unless told -XX:-UseSHA.
 */
public final class Hash extends MessageDigest implements Cloneable {
    private MessageDigest platform;

    public Hash() throws NoSuchAlgorithmException {
        super("SHA-512");
        platform = MessageDigest.getInstance("SHA-512");
    }

    @Override
    protected int engineGetDigestLength() {
        return 64;
    }

    @Override
    protected void engineReset() {
        platform.reset();
    }

    @Override
    protected void engineUpdate(byte input) {
        platform.update(input);
    }

    @Override
    protected void engineUpdate(byte[] in, int offset, int length) {
        platform.update(in, offset, length);
    }

    @Override
    protected byte[] engineDigest() {
        return platform.digest();
    }

    @Override
    protected int engineDigest(byte[] out, int offset, int length) throws DigestException {
        return platform.digest(out, offset, length);
    }

    @Override
    public Object clone() throws CloneNotSupportedException {
        Hash copy = (Hash) super.clone();
        copy.platform = (MessageDigest) platform.clone();
        return copy;
    }
}
