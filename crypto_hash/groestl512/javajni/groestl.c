/* SPDX-License-Identifier: CC0-1.0 */
/*
 * JNI to the C of groestl512/aesni, of whose digest.c everything but digest()
 * itself is used, its macros too: here the message comes in pieces, so the
 * chaining value, the rows h, lies in a Java array between two calls.
 *
 * A few blocks are copied: that costs less than to pin an array and does not
 * hold up the garbage collector.
 */
#include "digest.c"
#include <jni.h>

#define NAME(method) Java_crypto_1hash_groestl512_javajni_Hash_##method

enum { ROWS = 8, COPIED = 8 };

static void get(JNIEnv *env, jbyteArray state, row h[ROWS])
{
    (*env)->GetByteArrayRegion(env, state, 0, BLOCK, (jbyte *)h);
}

static void put(JNIEnv *env, jbyteArray state, const row h[ROWS])
{
    (*env)->SetByteArrayRegion(env, state, 0, BLOCK, (const jbyte *)h);
}

static void compress(row h[ROWS], const byte *in, jint blocks)
{
    row q[8], p[8];

    for (; blocks; blocks--, in += BLOCK) {
        load_rows(q, in);
        EACH_ROW(FIRST)
        q[7] = add(q[7], load(column));
        permute(p, q);
        EACH_ROW(CHAIN)
    }
}

JNIEXPORT void JNICALL NAME(begin)(JNIEnv *env, jobject self, jbyteArray state)
{
    (void)self;
    const row zero = _mm_setzero_si128();
    row h[ROWS] = {load(column), zero, zero, zero, zero, zero, zero, zero};

    h[6] = _mm_slli_si128(_mm_cvtsi32_si128(BITS >> 8), 15);
    h[7] = _mm_slli_si128(_mm_cvtsi32_si128(BITS & 255), 15);
    put(env, state, h);
}

JNIEXPORT void JNICALL NAME(absorb)(JNIEnv *env, jobject self, jbyteArray state,
                                    jbyteArray in, jint offset, jint count)
{
    row h[ROWS];

    (void)self;
    get(env, state, h);
    if (count <= COPIED) {
        byte copy[COPIED * BLOCK];

        (*env)->GetByteArrayRegion(env, in, offset, count * BLOCK,
                                   (jbyte *)copy);
        compress(h, copy, count);
    } else {
        byte *bytes = (*env)->GetPrimitiveArrayCritical(env, in, NULL);

        if (bytes == NULL)
            return; /* the exception is thrown in Java */
        compress(h, bytes + offset, count);
        (*env)->ReleasePrimitiveArrayCritical(env, in, bytes, JNI_ABORT);
    }
    put(env, state, h);
}

JNIEXPORT void JNICALL NAME(squeeze)(JNIEnv *env, jobject self,
                                     jbyteArray state, jbyteArray digest_bytes)
{
    row h[ROWS], p[8];
    byte out[CRYPTO_BYTES];

    (void)self;
    get(env, state, h);
    EACH_ROW(COPY)
    permute_p(p);
    EACH_ROW(LAST)
    h[0] = add(h[0], load(column));
    store_columns(out, h);
    (*env)->SetByteArrayRegion(env, digest_bytes, 0, CRYPTO_BYTES,
                               (const jbyte *)out);
}
