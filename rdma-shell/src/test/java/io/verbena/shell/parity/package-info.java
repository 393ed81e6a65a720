/**
 * Compares each command with its counterpart in infiniband-diags on the same simulated fabric at the same time. The
 * results are in {@code docs/parity.md}.
 */
@NullMarked
package io.verbena.shell.parity;

import org.jspecify.annotations.NullMarked;
