/* SPDX-License-Identifier: CC0-1.0 */
package peers;

import fr.cryptohash.Digest;
import java.security.MessageDigest;

/**
 * An adapter to a digest of sphlib, whose classes have an interface of their own. The property
 * {@code peers.sphlib} names the class: a VM has only one, so its calls are monomorphic and cost
 * nothing.
 */
public final class Sphlib extends MessageDigest implements Cloneable {
    private Digest digest;

    /** A digest of the empty message so far; throws what the reflection throws. */
    public Sphlib() throws ReflectiveOperationException {
        super(System.getProperty("peers.sphlib"));
        Class<?> found = Class.forName("fr.cryptohash." + getAlgorithm());
        digest = (Digest) found.getDeclaredConstructor().newInstance();
    }

    @Override
    protected int engineGetDigestLength() {
        return digest.getDigestLength();
    }

    @Override
    protected void engineReset() {
        digest.reset();
    }

    @Override
    protected void engineUpdate(byte input) {
        digest.update(input);
    }

    @Override
    protected void engineUpdate(byte[] in, int offset, int length) {
        digest.update(in, offset, length);
    }

    @Override
    protected byte[] engineDigest() {
        return digest.digest();
    }

    @Override
    public Object clone() throws CloneNotSupportedException {
        Sphlib copy = (Sphlib) super.clone();
        copy.digest = digest.copy();
        return copy;
    }
}
