/**
 * Parsers of what comes from outside, under coverage-guided fuzzing. A plain test run replays the inputs that once made
 * trouble; {@code testbed/fuzz} looks for new ones.
 */
@NullMarked
package io.verbena.fuzz;

import org.jspecify.annotations.NullMarked;
