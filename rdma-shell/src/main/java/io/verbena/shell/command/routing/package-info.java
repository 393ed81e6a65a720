/** Commands about routing: port addresses, forwarding tables, route traces, and the balance of links. */
@NullMarked
package io.verbena.shell.command.routing;

import org.jspecify.annotations.NullMarked;
