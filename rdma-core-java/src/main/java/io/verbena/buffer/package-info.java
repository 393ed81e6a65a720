/**
 * Netty buffers over registered memory, which a device can send from, receive into, read and write without a copy: an
 * allocator that registers big slabs once and gives out parts of them, and the keys of any buffer that came from it.
 *
 * <p>This is the only package of the library that uses Netty. Netty is optional: applications that use this package add {@code
 * netty-buffer} to their class path.
 */
@NullMarked
package io.verbena.buffer;

import org.jspecify.annotations.NullMarked;
