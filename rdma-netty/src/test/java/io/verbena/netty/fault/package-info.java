/** Channels over links and with peers that fail. */
@NullMarked
package io.verbena.netty.fault;

import org.jspecify.annotations.NullMarked;
