/**
 * Connects queue pairs without a connection manager: both sides exchange their addresses over any other channel of bytes, and
 * take their queue pairs to RTS. Input from the peer is bounded and checked, and every wait has a timeout.
 */
@NullMarked
package io.verbena.exchange;

import org.jspecify.annotations.NullMarked;
