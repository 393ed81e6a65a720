/** Checks of a subnet. A discovery or a file provides the nodes; the checks query each agent by LID. */
@NullMarked
package io.verbena.diag.check;

import org.jspecify.annotations.NullMarked;
