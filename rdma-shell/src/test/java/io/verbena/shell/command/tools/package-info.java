@NullMarked
package io.verbena.shell.command.tools;

import org.jspecify.annotations.NullMarked;
