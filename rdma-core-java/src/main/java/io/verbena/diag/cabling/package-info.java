/** Comparison of the nodes and links of a subnet with a reference (the files of {@code ibdiscover.pl}). */
@NullMarked
package io.verbena.diag.cabling;

import org.jspecify.annotations.NullMarked;
