/**
 * Takes datagrams through an embedded fabric, hop by hop: along directed routes, by forwarding tables, and back with their
 * answers. On the way they are counted, checked, and meet the faults of the fabric.
 */
@NullMarked
package io.verbena.embedded.routing;

import org.jspecify.annotations.NullMarked;
