/** What it prints without another file, and with one. */
@NullMarked
package io.verbena.samples.anywhere;

import org.jspecify.annotations.NullMarked;
