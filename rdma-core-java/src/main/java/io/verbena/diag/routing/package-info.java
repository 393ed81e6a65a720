/**
 * Where packets go: the forwarding tables of switches, the way between two ports, how evenly links are used, and by whom. All
 * of it as values, from the agents or from the subnet administration.
 */
@NullMarked
package io.verbena.diag.routing;

import org.jspecify.annotations.NullMarked;
