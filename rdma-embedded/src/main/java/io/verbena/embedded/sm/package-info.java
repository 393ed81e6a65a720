/**
 * A subnet manager (IBA 14.4). It is a program like those of users: it runs on a host of an unmanaged fabric and learns
 * about the fabric through MADs only. {@link io.verbena.embedded.sm.SubnetManager} starts one; several on a fabric
 * elect a master.
 */
@NullMarked
package io.verbena.embedded.sm;

import org.jspecify.annotations.NullMarked;
