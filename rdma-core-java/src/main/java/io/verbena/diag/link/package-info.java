/**
 * The links of a subnet: their state, width and speed, what both ends could do, and what is not the same as before.
 */
@NullMarked
package io.verbena.diag.link;

import org.jspecify.annotations.NullMarked;
