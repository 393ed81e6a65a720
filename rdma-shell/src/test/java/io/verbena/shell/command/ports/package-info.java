@NullMarked
package io.verbena.shell.command.ports;

import org.jspecify.annotations.NullMarked;
