/**
 * Routes MADs through an embedded fabric hop by hop, along directed routes and by forwarding tables, and routes the
 * responses back. On their way, packets are counted and checked, and are subject to the faults of the fabric.
 */
@NullMarked
package io.verbena.embedded.routing;

import org.jspecify.annotations.NullMarked;
