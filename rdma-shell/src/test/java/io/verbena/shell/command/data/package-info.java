@NullMarked
package io.verbena.shell.command.data;

import org.jspecify.annotations.NullMarked;
