/**
 * The reliable multi-packet protocol (IBA 13.6) as two state machines, one that sends a long message and one that receives
 * it. They know no port, no thread and no clock: packets and times go in, packets come out.
 */
@NullMarked
package io.verbena.rmpp;

import org.jspecify.annotations.NullMarked;
