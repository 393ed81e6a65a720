/**
 * A subnet administration (IBA 15): answers what clients ask about a {@link io.verbena.embedded.sa.Subnet}, whoever knows it,
 * and keeps what they leave with it: members of multicast groups, services and subscriptions.
 */
@NullMarked
package io.verbena.embedded.sa;

import org.jspecify.annotations.NullMarked;
