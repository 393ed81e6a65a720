/**
 * How results look: the text of infiniband-diags, and JSON. Views know nothing of options or fabrics.
 */
@NullMarked
package io.verbena.shell.view;

import org.jspecify.annotations.NullMarked;
