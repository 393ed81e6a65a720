@NullMarked
package io.verbena.shell.benchmark;

import org.jspecify.annotations.NullMarked;
