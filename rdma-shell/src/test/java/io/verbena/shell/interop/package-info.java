/** Our commands and the C programs of the same names at the two ends of a link, in the bed of testbed/uml. */
@NullMarked
package io.verbena.shell.interop;

import org.jspecify.annotations.NullMarked;
