/**
 * The connection manager of a host. It implements the identifiers, addresses and events of librdmacm over the messages
 * of communication management (IBA 12), which cross the fabric as MADs. It accesses the fabric through interfaces only.
 */
@NullMarked
package io.verbena.embedded.cm;

import org.jspecify.annotations.NullMarked;
