/**
 * A subnet manager (IBA 14.4), a program like a user's: it runs on a host of an unmanaged fabric and knows of it only what
 * datagrams tell. {@link io.verbena.embedded.sm.SubnetManager} starts one; several on one fabric settle who is the master.
 */
@NullMarked
package io.verbena.embedded.sm;

import org.jspecify.annotations.NullMarked;
