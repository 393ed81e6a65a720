/**
 * Our commands beside those of infiniband-diags, on the same simulated fabric at the same moment: a class for each command.
 * What they find makes {@code docs/parity.md}.
 */
@NullMarked
package io.verbena.shell.parity;

import org.jspecify.annotations.NullMarked;
