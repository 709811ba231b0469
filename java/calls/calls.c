/* SPDX-License-Identifier: CC0-1.0 */
/* The C functions that Jni.java and Foreign.java call. */
#include <jni.h>

enum { LONGEST = 128 };

long long empty(void);
long long touch(const signed char *, long long);

long long empty(void) { return 0; }

long long touch(const signed char *block, long long bytes)
{
    return block[0] + block[bytes - 1];
}

JNIEXPORT jlong JNICALL Java_Jni_empty(JNIEnv *env, jclass class)
{
    (void)env;
    (void)class;
    return empty();
}

JNIEXPORT jlong JNICALL Java_Jni_copied(JNIEnv *env, jclass class,
                                        jbyteArray block)
{
    jbyte copy[LONGEST];
    jsize bytes = (*env)->GetArrayLength(env, block);

    (void)class;
    (*env)->GetByteArrayRegion(env, block, 0, bytes, copy);
    return touch(copy, bytes);
}

JNIEXPORT jlong JNICALL Java_Jni_pinned(JNIEnv *env, jclass class,
                                        jbyteArray block)
{
    jsize bytes = (*env)->GetArrayLength(env, block);
    jbyte *bare = (*env)->GetPrimitiveArrayCritical(env, block, NULL);
    jlong sum = bare ? touch(bare, bytes) : 0;

    (void)class;
    if (bare)
        (*env)->ReleasePrimitiveArrayCritical(env, block, bare, JNI_ABORT);
    return sum;
}
