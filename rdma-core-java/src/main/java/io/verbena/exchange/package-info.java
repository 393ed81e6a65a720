/**
 * Connecting queue pairs without a connection manager: both sides tell each other what they are over any other channel of
 * bytes, and move their queue pairs to where these send and receive. What is read from the other side is bounded and
 * checked, and every wait has a deadline.
 */
@NullMarked
package io.verbena.exchange;

import org.jspecify.annotations.NullMarked;
