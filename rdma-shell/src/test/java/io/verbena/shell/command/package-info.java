@NullMarked
package io.verbena.shell.command;

import org.jspecify.annotations.NullMarked;
