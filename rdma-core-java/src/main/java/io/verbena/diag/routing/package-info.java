/**
 * Routing: the forwarding tables of switches, the routes between ports, and the balance and use of links, as values
 * that come from the agents or from the subnet administration.
 */
@NullMarked
package io.verbena.diag.routing;

import org.jspecify.annotations.NullMarked;
