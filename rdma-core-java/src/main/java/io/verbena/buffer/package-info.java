/**
 * Netty buffers over registered memory, which a device can send from, receive into, read and write without a copy: an
 * allocator that registers big slabs once and gives out parts of them, and the keys of any buffer that came from it.
 *
 * <p>The only package of the library that knows Netty. Netty is optional: whoever uses this has {@code netty-buffer} on the
 * class path.
 */
@NullMarked
package io.verbena.buffer;

import org.jspecify.annotations.NullMarked;
