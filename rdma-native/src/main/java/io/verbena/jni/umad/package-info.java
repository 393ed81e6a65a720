/** Binding of libibumad, the user MAD interface of the kernel: devices, ports, and sending and receiving MADs. */
@NullMarked
package io.verbena.jni.umad;

import org.jspecify.annotations.NullMarked;
