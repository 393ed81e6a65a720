/** Comparison of two subnets, or of two states of one: as values, and in the text format of ibnetdiscover. */
@NullMarked
package io.verbena.subnet.diff;

import org.jspecify.annotations.NullMarked;
