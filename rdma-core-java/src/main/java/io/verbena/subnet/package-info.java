/** Model of a subnet and its discovery. A subnet is immutable: it does not follow changes of the fabric. */
@NullMarked
package io.verbena.subnet;

import org.jspecify.annotations.NullMarked;
