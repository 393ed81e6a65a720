@NullMarked
package io.verbena.shell;

import org.jspecify.annotations.NullMarked;
