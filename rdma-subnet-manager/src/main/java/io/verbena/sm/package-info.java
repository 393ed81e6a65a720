/**
 * A subnet manager (IBA 14.4) for any fabric. It learns about the fabric through MADs only. {@link
 * io.verbena.sm.SubnetManager} starts one; several on a fabric elect a master.
 */
@NullMarked
package io.verbena.sm;

import org.jspecify.annotations.NullMarked;
