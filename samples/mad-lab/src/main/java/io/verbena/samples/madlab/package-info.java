/** Asks a fabric what its configuration lists, and shows each request and each reply to the last field. */
@NullMarked
package io.verbena.samples.madlab;

import org.jspecify.annotations.NullMarked;
