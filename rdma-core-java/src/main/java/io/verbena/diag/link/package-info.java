/** The links of a subnet: their states, widths, speeds and capabilities, and their changes. */
@NullMarked
package io.verbena.diag.link;

import org.jspecify.annotations.NullMarked;
