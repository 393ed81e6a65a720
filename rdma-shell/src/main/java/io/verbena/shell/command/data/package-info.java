/** Commands that move data, or tell of the devices that do. */
@NullMarked
package io.verbena.shell.command.data;

import org.jspecify.annotations.NullMarked;
