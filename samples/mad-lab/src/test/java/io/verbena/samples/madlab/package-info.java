/** What is printed, and what cannot be asked. */
@NullMarked
package io.verbena.samples.madlab;

import org.jspecify.annotations.NullMarked;
