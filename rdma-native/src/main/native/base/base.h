/* The common header of all hand-written JNI functions. */
#ifndef VERBENA_BASE_H
#define VERBENA_BASE_H

#include <jni.h>

/* The function of CLASS, in io.verbena.jni, whose native method is NAME. */
#define FN(CLASS, NAME) Java_io_verbena_jni_##CLASS##_##NAME

#endif
