/* SPDX-License-Identifier: CC0-1.0 */
package digest;

import java.security.DigestException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** A digest of the Java platform in a class of ours. */
public abstract class Delegate extends MessageDigest implements Cloneable {
    private MessageDigest platform;

    /** Throws IllegalStateException when the platform has no such algorithm. */
    protected Delegate(String algorithm) {
        super(algorithm);
        try {
            platform = MessageDigest.getInstance(algorithm);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    protected int engineGetDigestLength() {
        return platform.getDigestLength();
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
        Delegate copy = (Delegate) super.clone();
        copy.platform = (MessageDigest) platform.clone();
        return copy;
    }
}
