/**
 * The connection manager of a host: identifiers, addresses and events as librdmacm has them, over the messages of the
 * communication management of InfiniBand (IBA 12). Each message is a datagram that crosses the fabric; whoever embeds this
 * gives it ports and what stands behind addresses.
 */
@NullMarked
package io.verbena.embedded.cm;

import org.jspecify.annotations.NullMarked;
