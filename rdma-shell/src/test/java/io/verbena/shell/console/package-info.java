@NullMarked
package io.verbena.shell.console;

import org.jspecify.annotations.NullMarked;
