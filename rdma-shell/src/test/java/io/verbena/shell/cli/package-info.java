@NullMarked
package io.verbena.shell.cli;

import org.jspecify.annotations.NullMarked;
