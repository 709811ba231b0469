/* SPDX-License-Identifier: CC0-1.0 */
/*
 * JNI to the C of groestl256/aesni, of whose digest.c everything but digest()
 * itself is used, its macros too: here the message comes in pieces, so the
 * chaining value, the rows h, lies in a Java array between two calls.
 *
 * A few blocks are copied: that costs less than to pin an array and does not
 * hold up the garbage collector.
 */
#include "digest.c"
#include <jni.h>

#define NAME(method) Java_crypto_1hash_groestl256_javajni_Hash_##method

enum { ROWS = 4, COPIED = 8 };

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
    const row ff = every(0xff), row7 = _mm_slli_si128(load(column), 8);
    row m[4], s[8];

    for (; blocks; blocks--, in += BLOCK) {
        load_rows(m, in);
        m[0] = add(m[0], add(ff, row7));
        m[1] = add(m[1], ff);
        m[2] = add(m[2], ff);
        m[3] = add(m[3], ff);
        EACH_PAIR(EVEN)
        EACH_PAIR(ODD)
        permute(s);
        EACH_PAIR(CHAIN)
    }
}

JNIEXPORT void JNICALL NAME(begin)(JNIEnv *env, jobject self, jbyteArray state)
{
    (void)self;
    const row ff = every(0xff);
    row h[ROWS] = {add(ff, load(column)), ff, ff, ff};

    h[0] = add(h[0], _mm_slli_si128(_mm_cvtsi32_si128(BITS & 255), 15));
    h[3] = add(h[3], _mm_slli_si128(_mm_cvtsi32_si128(BITS >> 8), 7));
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
    const row ff = every(0xff), row7 = _mm_slli_si128(load(column), 8);
    row h[ROWS], s[8];
    byte out[CRYPTO_BYTES];

    (void)self;
    get(env, state, h);
    h[0] = add(h[0], add(ff, row7));
    h[1] = add(h[1], ff);
    h[2] = add(h[2], ff);
    h[3] = add(h[3], ff);
    EACH_PAIR(ALONE)
    permute(s);
    EACH_PAIR(LAST)
    h[0] = add(h[0], _mm_srli_si128(row7, 8));
    store_columns(out, h);
    (*env)->SetByteArrayRegion(env, digest_bytes, 0, CRYPTO_BYTES,
                               (const jbyte *)out);
}
