/** Commands that transfer data, and that show the devices that do. */
@NullMarked
package io.verbena.shell.command.data;

import org.jspecify.annotations.NullMarked;
