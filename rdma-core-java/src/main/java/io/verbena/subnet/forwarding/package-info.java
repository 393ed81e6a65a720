/** Forwarding tables of switches, and the routes of packets through them. */
@NullMarked
package io.verbena.subnet.forwarding;

import org.jspecify.annotations.NullMarked;
