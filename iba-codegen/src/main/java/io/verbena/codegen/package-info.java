/** Turns the table of facts into Java. Runs at build time only; nothing of it reaches a user's class path. */
@NullMarked
package io.verbena.codegen;

import org.jspecify.annotations.NullMarked;
