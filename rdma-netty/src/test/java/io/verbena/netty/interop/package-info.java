/** Programs that know nothing of Verbena as the peers of channels and sockets over RDMA. */
@NullMarked
package io.verbena.netty.interop;

import org.jspecify.annotations.NullMarked;
