/* SPDX-License-Identifier: CC0-1.0 */
package crypto_hash.blake256.java;

import static crypto_hash.blake256.java.Blake256Constants.*;
import static crypto_hash.blake256.java.Blake256State.*;

/** Two rounds a method; Blake256Core says why. */
final class Blake256Rounds0To3 {
    private Blake256Rounds0To3() {}

    static void rounds0And1(Blake256State state) {
        int[] w = state.w;
        int a;
        int b0 = w[STATE + 4], b1 = w[STATE + 5], b2 = w[STATE + 6], b3 = w[STATE + 7];
        int c0 = w[STATE + 8], c1 = w[STATE + 9], c2 = w[STATE + 10], c3 = w[STATE + 11];
        int d0 = w[STATE + 12], d1 = w[STATE + 13], d2 = w[STATE + 14], d3 = w[STATE + 15];

        a = load(w, 0) + (w[0] ^ C1) + b0; d0 = rot16(d0 ^ a); c0 += d0; b0 = rot12(b0 ^ c0);
        a = store(w, 0, a + (w[1] ^ C0) + b0); d0 = rot8(d0 ^ a); c0 += d0; b0 = rot7(b0 ^ c0);
        a = load(w, 1) + (w[2] ^ C3) + b1; d1 = rot16(d1 ^ a); c1 += d1; b1 = rot12(b1 ^ c1);
        a = store(w, 1, a + (w[3] ^ C2) + b1); d1 = rot8(d1 ^ a); c1 += d1; b1 = rot7(b1 ^ c1);
        a = load(w, 2) + (w[4] ^ C5) + b2; d2 = rot16(d2 ^ a); c2 += d2; b2 = rot12(b2 ^ c2);
        a = store(w, 2, a + (w[5] ^ C4) + b2); d2 = rot8(d2 ^ a); c2 += d2; b2 = rot7(b2 ^ c2);
        a = load(w, 3) + (w[6] ^ C7) + b3; d3 = rot16(d3 ^ a); c3 += d3; b3 = rot12(b3 ^ c3);
        a = store(w, 3, a + (w[7] ^ C6) + b3); d3 = rot8(d3 ^ a); c3 += d3; b3 = rot7(b3 ^ c3);
        a = load(w, 0) + (w[8] ^ C9) + b1; d3 = rot16(d3 ^ a); c2 += d3; b1 = rot12(b1 ^ c2);
        a = store(w, 0, a + (w[9] ^ C8) + b1); d3 = rot8(d3 ^ a); c2 += d3; b1 = rot7(b1 ^ c2);
        a = load(w, 1) + (w[10] ^ C11) + b2; d0 = rot16(d0 ^ a); c3 += d0; b2 = rot12(b2 ^ c3);
        a = store(w, 1, a + (w[11] ^ C10) + b2); d0 = rot8(d0 ^ a); c3 += d0; b2 = rot7(b2 ^ c3);
        a = load(w, 2) + (w[12] ^ C13) + b3; d1 = rot16(d1 ^ a); c0 += d1; b3 = rot12(b3 ^ c0);
        a = store(w, 2, a + (w[13] ^ C12) + b3); d1 = rot8(d1 ^ a); c0 += d1; b3 = rot7(b3 ^ c0);
        a = load(w, 3) + (w[14] ^ C15) + b0; d2 = rot16(d2 ^ a); c1 += d2; b0 = rot12(b0 ^ c1);
        a = store(w, 3, a + (w[15] ^ C14) + b0); d2 = rot8(d2 ^ a); c1 += d2; b0 = rot7(b0 ^ c1);

        a = load(w, 0) + (w[14] ^ C10) + b0; d0 = rot16(d0 ^ a); c0 += d0; b0 = rot12(b0 ^ c0);
        a = store(w, 0, a + (w[10] ^ C14) + b0); d0 = rot8(d0 ^ a); c0 += d0; b0 = rot7(b0 ^ c0);
        a = load(w, 1) + (w[4] ^ C8) + b1; d1 = rot16(d1 ^ a); c1 += d1; b1 = rot12(b1 ^ c1);
        a = store(w, 1, a + (w[8] ^ C4) + b1); d1 = rot8(d1 ^ a); c1 += d1; b1 = rot7(b1 ^ c1);
        a = load(w, 2) + (w[9] ^ C15) + b2; d2 = rot16(d2 ^ a); c2 += d2; b2 = rot12(b2 ^ c2);
        a = store(w, 2, a + (w[15] ^ C9) + b2); d2 = rot8(d2 ^ a); c2 += d2; b2 = rot7(b2 ^ c2);
        a = load(w, 3) + (w[13] ^ C6) + b3; d3 = rot16(d3 ^ a); c3 += d3; b3 = rot12(b3 ^ c3);
        a = store(w, 3, a + (w[6] ^ C13) + b3); d3 = rot8(d3 ^ a); c3 += d3; b3 = rot7(b3 ^ c3);
        a = load(w, 0) + (w[1] ^ C12) + b1; d3 = rot16(d3 ^ a); c2 += d3; b1 = rot12(b1 ^ c2);
        a = store(w, 0, a + (w[12] ^ C1) + b1); d3 = rot8(d3 ^ a); c2 += d3; b1 = rot7(b1 ^ c2);
        a = load(w, 1) + (w[0] ^ C2) + b2; d0 = rot16(d0 ^ a); c3 += d0; b2 = rot12(b2 ^ c3);
        a = store(w, 1, a + (w[2] ^ C0) + b2); d0 = rot8(d0 ^ a); c3 += d0; b2 = rot7(b2 ^ c3);
        a = load(w, 2) + (w[11] ^ C7) + b3; d1 = rot16(d1 ^ a); c0 += d1; b3 = rot12(b3 ^ c0);
        a = store(w, 2, a + (w[7] ^ C11) + b3); d1 = rot8(d1 ^ a); c0 += d1; b3 = rot7(b3 ^ c0);
        a = load(w, 3) + (w[5] ^ C3) + b0; d2 = rot16(d2 ^ a); c1 += d2; b0 = rot12(b0 ^ c1);
        a = store(w, 3, a + (w[3] ^ C5) + b0); d2 = rot8(d2 ^ a); c1 += d2; b0 = rot7(b0 ^ c1);

        w[STATE + 4] = b0; w[STATE + 5] = b1; w[STATE + 6] = b2; w[STATE + 7] = b3;
        w[STATE + 8] = c0; w[STATE + 9] = c1; w[STATE + 10] = c2; w[STATE + 11] = c3;
        w[STATE + 12] = d0; w[STATE + 13] = d1; w[STATE + 14] = d2; w[STATE + 15] = d3;
    }

    static void rounds2And3(Blake256State state) {
        int[] w = state.w;
        int a;
        int b0 = w[STATE + 4], b1 = w[STATE + 5], b2 = w[STATE + 6], b3 = w[STATE + 7];
        int c0 = w[STATE + 8], c1 = w[STATE + 9], c2 = w[STATE + 10], c3 = w[STATE + 11];
        int d0 = w[STATE + 12], d1 = w[STATE + 13], d2 = w[STATE + 14], d3 = w[STATE + 15];

        a = load(w, 0) + (w[11] ^ C8) + b0; d0 = rot16(d0 ^ a); c0 += d0; b0 = rot12(b0 ^ c0);
        a = store(w, 0, a + (w[8] ^ C11) + b0); d0 = rot8(d0 ^ a); c0 += d0; b0 = rot7(b0 ^ c0);
        a = load(w, 1) + (w[12] ^ C0) + b1; d1 = rot16(d1 ^ a); c1 += d1; b1 = rot12(b1 ^ c1);
        a = store(w, 1, a + (w[0] ^ C12) + b1); d1 = rot8(d1 ^ a); c1 += d1; b1 = rot7(b1 ^ c1);
        a = load(w, 2) + (w[5] ^ C2) + b2; d2 = rot16(d2 ^ a); c2 += d2; b2 = rot12(b2 ^ c2);
        a = store(w, 2, a + (w[2] ^ C5) + b2); d2 = rot8(d2 ^ a); c2 += d2; b2 = rot7(b2 ^ c2);
        a = load(w, 3) + (w[15] ^ C13) + b3; d3 = rot16(d3 ^ a); c3 += d3; b3 = rot12(b3 ^ c3);
        a = store(w, 3, a + (w[13] ^ C15) + b3); d3 = rot8(d3 ^ a); c3 += d3; b3 = rot7(b3 ^ c3);
        a = load(w, 0) + (w[10] ^ C14) + b1; d3 = rot16(d3 ^ a); c2 += d3; b1 = rot12(b1 ^ c2);
        a = store(w, 0, a + (w[14] ^ C10) + b1); d3 = rot8(d3 ^ a); c2 += d3; b1 = rot7(b1 ^ c2);
        a = load(w, 1) + (w[3] ^ C6) + b2; d0 = rot16(d0 ^ a); c3 += d0; b2 = rot12(b2 ^ c3);
        a = store(w, 1, a + (w[6] ^ C3) + b2); d0 = rot8(d0 ^ a); c3 += d0; b2 = rot7(b2 ^ c3);
        a = load(w, 2) + (w[7] ^ C1) + b3; d1 = rot16(d1 ^ a); c0 += d1; b3 = rot12(b3 ^ c0);
        a = store(w, 2, a + (w[1] ^ C7) + b3); d1 = rot8(d1 ^ a); c0 += d1; b3 = rot7(b3 ^ c0);
        a = load(w, 3) + (w[9] ^ C4) + b0; d2 = rot16(d2 ^ a); c1 += d2; b0 = rot12(b0 ^ c1);
        a = store(w, 3, a + (w[4] ^ C9) + b0); d2 = rot8(d2 ^ a); c1 += d2; b0 = rot7(b0 ^ c1);

        a = load(w, 0) + (w[7] ^ C9) + b0; d0 = rot16(d0 ^ a); c0 += d0; b0 = rot12(b0 ^ c0);
        a = store(w, 0, a + (w[9] ^ C7) + b0); d0 = rot8(d0 ^ a); c0 += d0; b0 = rot7(b0 ^ c0);
        a = load(w, 1) + (w[3] ^ C1) + b1; d1 = rot16(d1 ^ a); c1 += d1; b1 = rot12(b1 ^ c1);
        a = store(w, 1, a + (w[1] ^ C3) + b1); d1 = rot8(d1 ^ a); c1 += d1; b1 = rot7(b1 ^ c1);
        a = load(w, 2) + (w[13] ^ C12) + b2; d2 = rot16(d2 ^ a); c2 += d2; b2 = rot12(b2 ^ c2);
        a = store(w, 2, a + (w[12] ^ C13) + b2); d2 = rot8(d2 ^ a); c2 += d2; b2 = rot7(b2 ^ c2);
        a = load(w, 3) + (w[11] ^ C14) + b3; d3 = rot16(d3 ^ a); c3 += d3; b3 = rot12(b3 ^ c3);
        a = store(w, 3, a + (w[14] ^ C11) + b3); d3 = rot8(d3 ^ a); c3 += d3; b3 = rot7(b3 ^ c3);
        a = load(w, 0) + (w[2] ^ C6) + b1; d3 = rot16(d3 ^ a); c2 += d3; b1 = rot12(b1 ^ c2);
        a = store(w, 0, a + (w[6] ^ C2) + b1); d3 = rot8(d3 ^ a); c2 += d3; b1 = rot7(b1 ^ c2);
        a = load(w, 1) + (w[5] ^ C10) + b2; d0 = rot16(d0 ^ a); c3 += d0; b2 = rot12(b2 ^ c3);
        a = store(w, 1, a + (w[10] ^ C5) + b2); d0 = rot8(d0 ^ a); c3 += d0; b2 = rot7(b2 ^ c3);
        a = load(w, 2) + (w[4] ^ C0) + b3; d1 = rot16(d1 ^ a); c0 += d1; b3 = rot12(b3 ^ c0);
        a = store(w, 2, a + (w[0] ^ C4) + b3); d1 = rot8(d1 ^ a); c0 += d1; b3 = rot7(b3 ^ c0);
        a = load(w, 3) + (w[15] ^ C8) + b0; d2 = rot16(d2 ^ a); c1 += d2; b0 = rot12(b0 ^ c1);
        a = store(w, 3, a + (w[8] ^ C15) + b0); d2 = rot8(d2 ^ a); c1 += d2; b0 = rot7(b0 ^ c1);

        w[STATE + 4] = b0; w[STATE + 5] = b1; w[STATE + 6] = b2; w[STATE + 7] = b3;
        w[STATE + 8] = c0; w[STATE + 9] = c1; w[STATE + 10] = c2; w[STATE + 11] = c3;
        w[STATE + 12] = d0; w[STATE + 13] = d1; w[STATE + 14] = d2; w[STATE + 15] = d3;
    }
}
