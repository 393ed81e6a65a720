/**
 * Reliable multi-packet transaction protocol (IBA 13.6), as a state machine that sends a long message and one that
 * receives it. They use no port, thread or clock: packets and times are passed in, and packets come out.
 */
@NullMarked
package io.verbena.rmpp;

import org.jspecify.annotations.NullMarked;
