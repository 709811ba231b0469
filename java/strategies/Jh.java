/* SPDX-License-Identifier: CC0-1.0 */
package strategies;

import crypto_hash.round3jh256.java.JhDigest;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** JH-256 but for its rounds. */
public abstract class Jh extends JhDigest {
    private static final VarHandle WORD =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long[] IV = {
        0xeb98a3412c20d3ebL, 0x92cdbe7b9cb245c1L, 0x1c93519160d4c7faL, 0x260082d67e508a03L,
        0xa4239e267726b945L, 0xe0fb1a48d41a9477L, 0xcdb5ab26026b177aL, 0x56f024420fff2fa8L,
        0x71a396897f2e4d75L, 0x1d144908f77de262L, 0x277695f776248f94L, 0x87d5b6574780296cL,
        0x5c5e272dac8e0d6cL, 0x518450c657057a0fL, 0x7be4d367702412eaL, 0x89e3ab13d31cd769L,
    };

    private long[] x = new long[16];

    protected Jh() {
        super("JH-256", 32, IV);
        start();
    }

    /** All rounds, bit-sliced: word i of 128 bits is x[2 i] and x[2 i + 1], little-endian. */
    protected abstract void permute(long[] x);

    @Override
    protected final void set(int i, long word) {
        x[i] = word;
    }

    @Override
    protected final long get(int i) {
        return x[i];
    }

    @Override
    protected final void f8(byte[] in, int offset) {
        for (int i = 0; i < 8; i++) {
            x[i] ^= (long) WORD.get(in, offset + 8 * i);
        }
        permute(x);
        for (int i = 0; i < 8; i++) {
            x[8 + i] ^= (long) WORD.get(in, offset + 8 * i);
        }
    }

    @Override
    public Object clone() throws CloneNotSupportedException {
        Jh copy = (Jh) super.clone();
        copy.x = x.clone();
        return copy;
    }
}
