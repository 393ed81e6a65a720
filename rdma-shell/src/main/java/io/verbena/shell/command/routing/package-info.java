/** Where packets go: addresses of ports, forwarding tables, traces, and how links are used. */
@NullMarked
package io.verbena.shell.command.routing;

import org.jspecify.annotations.NullMarked;
