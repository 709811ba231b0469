/* SPDX-License-Identifier: CC0-1.0 */
package crypto_hash.blake256.java;

import static crypto_hash.blake256.java.Blake256Constants.*;
import static crypto_hash.blake256.java.Blake256State.*;

/** Two rounds a method; Blake256Core says why. */
final class Blake256Rounds4To9 {
    private Blake256Rounds4To9() {}

    static void rounds4And5(Blake256State state) {
        int[] w = state.w;
        int a;
        int b0 = w[STATE + 4], b1 = w[STATE + 5], b2 = w[STATE + 6], b3 = w[STATE + 7];
        int c0 = w[STATE + 8], c1 = w[STATE + 9], c2 = w[STATE + 10], c3 = w[STATE + 11];
        int d0 = w[STATE + 12], d1 = w[STATE + 13], d2 = w[STATE + 14], d3 = w[STATE + 15];

        a = load(w, 0) + (w[9] ^ C0) + b0; d0 = rot16(d0 ^ a); c0 += d0; b0 = rot12(b0 ^ c0);
        a = store(w, 0, a + (w[0] ^ C9) + b0); d0 = rot8(d0 ^ a); c0 += d0; b0 = rot7(b0 ^ c0);
        a = load(w, 1) + (w[5] ^ C7) + b1; d1 = rot16(d1 ^ a); c1 += d1; b1 = rot12(b1 ^ c1);
        a = store(w, 1, a + (w[7] ^ C5) + b1); d1 = rot8(d1 ^ a); c1 += d1; b1 = rot7(b1 ^ c1);
        a = load(w, 2) + (w[2] ^ C4) + b2; d2 = rot16(d2 ^ a); c2 += d2; b2 = rot12(b2 ^ c2);
        a = store(w, 2, a + (w[4] ^ C2) + b2); d2 = rot8(d2 ^ a); c2 += d2; b2 = rot7(b2 ^ c2);
        a = load(w, 3) + (w[10] ^ C15) + b3; d3 = rot16(d3 ^ a); c3 += d3; b3 = rot12(b3 ^ c3);
        a = store(w, 3, a + (w[15] ^ C10) + b3); d3 = rot8(d3 ^ a); c3 += d3; b3 = rot7(b3 ^ c3);
        a = load(w, 0) + (w[14] ^ C1) + b1; d3 = rot16(d3 ^ a); c2 += d3; b1 = rot12(b1 ^ c2);
        a = store(w, 0, a + (w[1] ^ C14) + b1); d3 = rot8(d3 ^ a); c2 += d3; b1 = rot7(b1 ^ c2);
        a = load(w, 1) + (w[11] ^ C12) + b2; d0 = rot16(d0 ^ a); c3 += d0; b2 = rot12(b2 ^ c3);
        a = store(w, 1, a + (w[12] ^ C11) + b2); d0 = rot8(d0 ^ a); c3 += d0; b2 = rot7(b2 ^ c3);
        a = load(w, 2) + (w[6] ^ C8) + b3; d1 = rot16(d1 ^ a); c0 += d1; b3 = rot12(b3 ^ c0);
        a = store(w, 2, a + (w[8] ^ C6) + b3); d1 = rot8(d1 ^ a); c0 += d1; b3 = rot7(b3 ^ c0);
        a = load(w, 3) + (w[3] ^ C13) + b0; d2 = rot16(d2 ^ a); c1 += d2; b0 = rot12(b0 ^ c1);
        a = store(w, 3, a + (w[13] ^ C3) + b0); d2 = rot8(d2 ^ a); c1 += d2; b0 = rot7(b0 ^ c1);

        a = load(w, 0) + (w[2] ^ C12) + b0; d0 = rot16(d0 ^ a); c0 += d0; b0 = rot12(b0 ^ c0);
        a = store(w, 0, a + (w[12] ^ C2) + b0); d0 = rot8(d0 ^ a); c0 += d0; b0 = rot7(b0 ^ c0);
        a = load(w, 1) + (w[6] ^ C10) + b1; d1 = rot16(d1 ^ a); c1 += d1; b1 = rot12(b1 ^ c1);
        a = store(w, 1, a + (w[10] ^ C6) + b1); d1 = rot8(d1 ^ a); c1 += d1; b1 = rot7(b1 ^ c1);
        a = load(w, 2) + (w[0] ^ C11) + b2; d2 = rot16(d2 ^ a); c2 += d2; b2 = rot12(b2 ^ c2);
        a = store(w, 2, a + (w[11] ^ C0) + b2); d2 = rot8(d2 ^ a); c2 += d2; b2 = rot7(b2 ^ c2);
        a = load(w, 3) + (w[8] ^ C3) + b3; d3 = rot16(d3 ^ a); c3 += d3; b3 = rot12(b3 ^ c3);
        a = store(w, 3, a + (w[3] ^ C8) + b3); d3 = rot8(d3 ^ a); c3 += d3; b3 = rot7(b3 ^ c3);
        a = load(w, 0) + (w[4] ^ C13) + b1; d3 = rot16(d3 ^ a); c2 += d3; b1 = rot12(b1 ^ c2);
        a = store(w, 0, a + (w[13] ^ C4) + b1); d3 = rot8(d3 ^ a); c2 += d3; b1 = rot7(b1 ^ c2);
        a = load(w, 1) + (w[7] ^ C5) + b2; d0 = rot16(d0 ^ a); c3 += d0; b2 = rot12(b2 ^ c3);
        a = store(w, 1, a + (w[5] ^ C7) + b2); d0 = rot8(d0 ^ a); c3 += d0; b2 = rot7(b2 ^ c3);
        a = load(w, 2) + (w[15] ^ C14) + b3; d1 = rot16(d1 ^ a); c0 += d1; b3 = rot12(b3 ^ c0);
        a = store(w, 2, a + (w[14] ^ C15) + b3); d1 = rot8(d1 ^ a); c0 += d1; b3 = rot7(b3 ^ c0);
        a = load(w, 3) + (w[1] ^ C9) + b0; d2 = rot16(d2 ^ a); c1 += d2; b0 = rot12(b0 ^ c1);
        a = store(w, 3, a + (w[9] ^ C1) + b0); d2 = rot8(d2 ^ a); c1 += d2; b0 = rot7(b0 ^ c1);

        w[STATE + 4] = b0; w[STATE + 5] = b1; w[STATE + 6] = b2; w[STATE + 7] = b3;
        w[STATE + 8] = c0; w[STATE + 9] = c1; w[STATE + 10] = c2; w[STATE + 11] = c3;
        w[STATE + 12] = d0; w[STATE + 13] = d1; w[STATE + 14] = d2; w[STATE + 15] = d3;
    }

    static void rounds6And7(Blake256State state) {
        int[] w = state.w;
        int a;
        int b0 = w[STATE + 4], b1 = w[STATE + 5], b2 = w[STATE + 6], b3 = w[STATE + 7];
        int c0 = w[STATE + 8], c1 = w[STATE + 9], c2 = w[STATE + 10], c3 = w[STATE + 11];
        int d0 = w[STATE + 12], d1 = w[STATE + 13], d2 = w[STATE + 14], d3 = w[STATE + 15];

        a = load(w, 0) + (w[12] ^ C5) + b0; d0 = rot16(d0 ^ a); c0 += d0; b0 = rot12(b0 ^ c0);
        a = store(w, 0, a + (w[5] ^ C12) + b0); d0 = rot8(d0 ^ a); c0 += d0; b0 = rot7(b0 ^ c0);
        a = load(w, 1) + (w[1] ^ C15) + b1; d1 = rot16(d1 ^ a); c1 += d1; b1 = rot12(b1 ^ c1);
        a = store(w, 1, a + (w[15] ^ C1) + b1); d1 = rot8(d1 ^ a); c1 += d1; b1 = rot7(b1 ^ c1);
        a = load(w, 2) + (w[14] ^ C13) + b2; d2 = rot16(d2 ^ a); c2 += d2; b2 = rot12(b2 ^ c2);
        a = store(w, 2, a + (w[13] ^ C14) + b2); d2 = rot8(d2 ^ a); c2 += d2; b2 = rot7(b2 ^ c2);
        a = load(w, 3) + (w[4] ^ C10) + b3; d3 = rot16(d3 ^ a); c3 += d3; b3 = rot12(b3 ^ c3);
        a = store(w, 3, a + (w[10] ^ C4) + b3); d3 = rot8(d3 ^ a); c3 += d3; b3 = rot7(b3 ^ c3);
        a = load(w, 0) + (w[0] ^ C7) + b1; d3 = rot16(d3 ^ a); c2 += d3; b1 = rot12(b1 ^ c2);
        a = store(w, 0, a + (w[7] ^ C0) + b1); d3 = rot8(d3 ^ a); c2 += d3; b1 = rot7(b1 ^ c2);
        a = load(w, 1) + (w[6] ^ C3) + b2; d0 = rot16(d0 ^ a); c3 += d0; b2 = rot12(b2 ^ c3);
        a = store(w, 1, a + (w[3] ^ C6) + b2); d0 = rot8(d0 ^ a); c3 += d0; b2 = rot7(b2 ^ c3);
        a = load(w, 2) + (w[9] ^ C2) + b3; d1 = rot16(d1 ^ a); c0 += d1; b3 = rot12(b3 ^ c0);
        a = store(w, 2, a + (w[2] ^ C9) + b3); d1 = rot8(d1 ^ a); c0 += d1; b3 = rot7(b3 ^ c0);
        a = load(w, 3) + (w[8] ^ C11) + b0; d2 = rot16(d2 ^ a); c1 += d2; b0 = rot12(b0 ^ c1);
        a = store(w, 3, a + (w[11] ^ C8) + b0); d2 = rot8(d2 ^ a); c1 += d2; b0 = rot7(b0 ^ c1);

        a = load(w, 0) + (w[13] ^ C11) + b0; d0 = rot16(d0 ^ a); c0 += d0; b0 = rot12(b0 ^ c0);
        a = store(w, 0, a + (w[11] ^ C13) + b0); d0 = rot8(d0 ^ a); c0 += d0; b0 = rot7(b0 ^ c0);
        a = load(w, 1) + (w[7] ^ C14) + b1; d1 = rot16(d1 ^ a); c1 += d1; b1 = rot12(b1 ^ c1);
        a = store(w, 1, a + (w[14] ^ C7) + b1); d1 = rot8(d1 ^ a); c1 += d1; b1 = rot7(b1 ^ c1);
        a = load(w, 2) + (w[12] ^ C1) + b2; d2 = rot16(d2 ^ a); c2 += d2; b2 = rot12(b2 ^ c2);
        a = store(w, 2, a + (w[1] ^ C12) + b2); d2 = rot8(d2 ^ a); c2 += d2; b2 = rot7(b2 ^ c2);
        a = load(w, 3) + (w[3] ^ C9) + b3; d3 = rot16(d3 ^ a); c3 += d3; b3 = rot12(b3 ^ c3);
        a = store(w, 3, a + (w[9] ^ C3) + b3); d3 = rot8(d3 ^ a); c3 += d3; b3 = rot7(b3 ^ c3);
        a = load(w, 0) + (w[5] ^ C0) + b1; d3 = rot16(d3 ^ a); c2 += d3; b1 = rot12(b1 ^ c2);
        a = store(w, 0, a + (w[0] ^ C5) + b1); d3 = rot8(d3 ^ a); c2 += d3; b1 = rot7(b1 ^ c2);
        a = load(w, 1) + (w[15] ^ C4) + b2; d0 = rot16(d0 ^ a); c3 += d0; b2 = rot12(b2 ^ c3);
        a = store(w, 1, a + (w[4] ^ C15) + b2); d0 = rot8(d0 ^ a); c3 += d0; b2 = rot7(b2 ^ c3);
        a = load(w, 2) + (w[8] ^ C6) + b3; d1 = rot16(d1 ^ a); c0 += d1; b3 = rot12(b3 ^ c0);
        a = store(w, 2, a + (w[6] ^ C8) + b3); d1 = rot8(d1 ^ a); c0 += d1; b3 = rot7(b3 ^ c0);
        a = load(w, 3) + (w[2] ^ C10) + b0; d2 = rot16(d2 ^ a); c1 += d2; b0 = rot12(b0 ^ c1);
        a = store(w, 3, a + (w[10] ^ C2) + b0); d2 = rot8(d2 ^ a); c1 += d2; b0 = rot7(b0 ^ c1);

        w[STATE + 4] = b0; w[STATE + 5] = b1; w[STATE + 6] = b2; w[STATE + 7] = b3;
        w[STATE + 8] = c0; w[STATE + 9] = c1; w[STATE + 10] = c2; w[STATE + 11] = c3;
        w[STATE + 12] = d0; w[STATE + 13] = d1; w[STATE + 14] = d2; w[STATE + 15] = d3;
    }

    static void rounds8And9(Blake256State state) {
        int[] w = state.w;
        int a;
        int b0 = w[STATE + 4], b1 = w[STATE + 5], b2 = w[STATE + 6], b3 = w[STATE + 7];
        int c0 = w[STATE + 8], c1 = w[STATE + 9], c2 = w[STATE + 10], c3 = w[STATE + 11];
        int d0 = w[STATE + 12], d1 = w[STATE + 13], d2 = w[STATE + 14], d3 = w[STATE + 15];

        a = load(w, 0) + (w[6] ^ C15) + b0; d0 = rot16(d0 ^ a); c0 += d0; b0 = rot12(b0 ^ c0);
        a = store(w, 0, a + (w[15] ^ C6) + b0); d0 = rot8(d0 ^ a); c0 += d0; b0 = rot7(b0 ^ c0);
        a = load(w, 1) + (w[14] ^ C9) + b1; d1 = rot16(d1 ^ a); c1 += d1; b1 = rot12(b1 ^ c1);
        a = store(w, 1, a + (w[9] ^ C14) + b1); d1 = rot8(d1 ^ a); c1 += d1; b1 = rot7(b1 ^ c1);
        a = load(w, 2) + (w[11] ^ C3) + b2; d2 = rot16(d2 ^ a); c2 += d2; b2 = rot12(b2 ^ c2);
        a = store(w, 2, a + (w[3] ^ C11) + b2); d2 = rot8(d2 ^ a); c2 += d2; b2 = rot7(b2 ^ c2);
        a = load(w, 3) + (w[0] ^ C8) + b3; d3 = rot16(d3 ^ a); c3 += d3; b3 = rot12(b3 ^ c3);
        a = store(w, 3, a + (w[8] ^ C0) + b3); d3 = rot8(d3 ^ a); c3 += d3; b3 = rot7(b3 ^ c3);
        a = load(w, 0) + (w[12] ^ C2) + b1; d3 = rot16(d3 ^ a); c2 += d3; b1 = rot12(b1 ^ c2);
        a = store(w, 0, a + (w[2] ^ C12) + b1); d3 = rot8(d3 ^ a); c2 += d3; b1 = rot7(b1 ^ c2);
        a = load(w, 1) + (w[13] ^ C7) + b2; d0 = rot16(d0 ^ a); c3 += d0; b2 = rot12(b2 ^ c3);
        a = store(w, 1, a + (w[7] ^ C13) + b2); d0 = rot8(d0 ^ a); c3 += d0; b2 = rot7(b2 ^ c3);
        a = load(w, 2) + (w[1] ^ C4) + b3; d1 = rot16(d1 ^ a); c0 += d1; b3 = rot12(b3 ^ c0);
        a = store(w, 2, a + (w[4] ^ C1) + b3); d1 = rot8(d1 ^ a); c0 += d1; b3 = rot7(b3 ^ c0);
        a = load(w, 3) + (w[10] ^ C5) + b0; d2 = rot16(d2 ^ a); c1 += d2; b0 = rot12(b0 ^ c1);
        a = store(w, 3, a + (w[5] ^ C10) + b0); d2 = rot8(d2 ^ a); c1 += d2; b0 = rot7(b0 ^ c1);

        a = load(w, 0) + (w[10] ^ C2) + b0; d0 = rot16(d0 ^ a); c0 += d0; b0 = rot12(b0 ^ c0);
        a = store(w, 0, a + (w[2] ^ C10) + b0); d0 = rot8(d0 ^ a); c0 += d0; b0 = rot7(b0 ^ c0);
        a = load(w, 1) + (w[8] ^ C4) + b1; d1 = rot16(d1 ^ a); c1 += d1; b1 = rot12(b1 ^ c1);
        a = store(w, 1, a + (w[4] ^ C8) + b1); d1 = rot8(d1 ^ a); c1 += d1; b1 = rot7(b1 ^ c1);
        a = load(w, 2) + (w[7] ^ C6) + b2; d2 = rot16(d2 ^ a); c2 += d2; b2 = rot12(b2 ^ c2);
        a = store(w, 2, a + (w[6] ^ C7) + b2); d2 = rot8(d2 ^ a); c2 += d2; b2 = rot7(b2 ^ c2);
        a = load(w, 3) + (w[1] ^ C5) + b3; d3 = rot16(d3 ^ a); c3 += d3; b3 = rot12(b3 ^ c3);
        a = store(w, 3, a + (w[5] ^ C1) + b3); d3 = rot8(d3 ^ a); c3 += d3; b3 = rot7(b3 ^ c3);
        a = load(w, 0) + (w[15] ^ C11) + b1; d3 = rot16(d3 ^ a); c2 += d3; b1 = rot12(b1 ^ c2);
        a = store(w, 0, a + (w[11] ^ C15) + b1); d3 = rot8(d3 ^ a); c2 += d3; b1 = rot7(b1 ^ c2);
        a = load(w, 1) + (w[9] ^ C14) + b2; d0 = rot16(d0 ^ a); c3 += d0; b2 = rot12(b2 ^ c3);
        a = store(w, 1, a + (w[14] ^ C9) + b2); d0 = rot8(d0 ^ a); c3 += d0; b2 = rot7(b2 ^ c3);
        a = load(w, 2) + (w[3] ^ C12) + b3; d1 = rot16(d1 ^ a); c0 += d1; b3 = rot12(b3 ^ c0);
        a = store(w, 2, a + (w[12] ^ C3) + b3); d1 = rot8(d1 ^ a); c0 += d1; b3 = rot7(b3 ^ c0);
        a = load(w, 3) + (w[13] ^ C0) + b0; d2 = rot16(d2 ^ a); c1 += d2; b0 = rot12(b0 ^ c1);
        a = store(w, 3, a + (w[0] ^ C13) + b0); d2 = rot8(d2 ^ a); c1 += d2; b0 = rot7(b0 ^ c1);

        w[STATE + 4] = b0; w[STATE + 5] = b1; w[STATE + 6] = b2; w[STATE + 7] = b3;
        w[STATE + 8] = c0; w[STATE + 9] = c1; w[STATE + 10] = c2; w[STATE + 11] = c3;
        w[STATE + 12] = d0; w[STATE + 13] = d1; w[STATE + 14] = d2; w[STATE + 15] = d3;
    }
}
