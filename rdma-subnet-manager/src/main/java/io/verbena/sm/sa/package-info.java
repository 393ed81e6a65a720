/**
 * A subnet administration (IBA 15). It answers requests from a {@link io.verbena.sm.sa.SaSubnet}, and keeps the
 * registrations of clients: multicast memberships, services and subscriptions.
 */
@NullMarked
package io.verbena.sm.sa;

import org.jspecify.annotations.NullMarked;
