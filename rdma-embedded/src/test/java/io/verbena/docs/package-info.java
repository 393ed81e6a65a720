/** Keeps the documentation correct: compiles its examples, and runs some of them. */
@NullMarked
package io.verbena.docs;

import org.jspecify.annotations.NullMarked;
