/* SPDX-License-Identifier: CC0-1.0 */
/* expect: right */
package crypto_hash.sha256.right;

import java.security.DigestException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** The VM's own SHA-256: the others here differ from it in one thing that they do wrong. */
public class Hash extends MessageDigest implements Cloneable {
    private MessageDigest own;

    public Hash() {
        super("SHA-256");
        try {
            own = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    protected int engineGetDigestLength() {
        return 32;
    }

    @Override
    protected void engineReset() {
        own.reset();
    }

    @Override
    protected void engineUpdate(byte input) {
        own.update(input);
    }

    @Override
    protected void engineUpdate(byte[] input, int offset, int length) {
        own.update(input, offset, length);
    }

    @Override
    protected byte[] engineDigest() {
        return own.digest();
    }

    @Override
    protected int engineDigest(byte[] output, int offset, int length) throws DigestException {
        return own.digest(output, offset, length);
    }

    @Override
    public Object clone() throws CloneNotSupportedException {
        Hash copy = (Hash) super.clone();
        copy.own = (MessageDigest) own.clone();
        return copy;
    }
}
