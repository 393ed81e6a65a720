/** The forwarding tables of switches, read on request, and the ways that packets take through them. */
@NullMarked
package io.verbena.subnet.forwarding;

import org.jspecify.annotations.NullMarked;
