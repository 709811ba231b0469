/* SPDX-License-Identifier: CC0-1.0 */
/*
 * JNI to chaining.h, by AES-NI as in the C implementation aesni. Here a message
 * comes in pieces, so the chaining value lies in a Java array between two
 * calls; our code with VAES is assembly that has it in registers from the first
 * block to the digest.
 *
 * A few blocks are copied: that costs less than to pin an array and does not
 * hold up the garbage collector.
 */
#include "hash.h"

#include "chaining.h"
#include <jni.h>

enum { COPIED = 8 };

static void get(JNIEnv *env, jbyteArray state, row h[CHAINED])
{
    (*env)->GetByteArrayRegion(env, state, 0, BLOCK, (jbyte *)h);
}

static void put(JNIEnv *env, jbyteArray state, const row h[CHAINED])
{
    (*env)->SetByteArrayRegion(env, state, 0, BLOCK, (const jbyte *)h);
}

JNIEXPORT void JNICALL NAME(begin)(JNIEnv *env, jobject self, jbyteArray state)
{
    row h[CHAINED];

    (void)self;
    start(h, 8 * CRYPTO_BYTES);
    put(env, state, h);
}

JNIEXPORT void JNICALL NAME(absorb)(JNIEnv *env, jobject self, jbyteArray state,
                                    jbyteArray in, jint offset, jint count)
{
    row h[CHAINED];
    byte copy[COPIED * BLOCK], *pinned = NULL;

    (void)self;
    get(env, state, h);
    if (count <= COPIED)
        (*env)->GetByteArrayRegion(env, in, offset, count * BLOCK,
                                   (jbyte *)copy);
    else if (!(pinned = (*env)->GetPrimitiveArrayCritical(env, in, NULL)))
        return; /* the exception is thrown in Java */
    const byte *block = pinned ? pinned + offset : copy;
    for (; count; count--, block += BLOCK)
        chain(h, block);
    if (pinned)
        (*env)->ReleasePrimitiveArrayCritical(env, in, pinned, JNI_ABORT);
    put(env, state, h);
}

JNIEXPORT void JNICALL NAME(squeeze)(JNIEnv *env, jobject self,
                                     jbyteArray state, jbyteArray digest)
{
    row h[CHAINED];
    byte out[CRYPTO_BYTES];

    (void)self;
    get(env, state, h);
    finish(out, CRYPTO_BYTES, h);
    (*env)->SetByteArrayRegion(env, digest, 0, CRYPTO_BYTES,
                               (const jbyte *)out);
}
