/** Keeps the documents true: the code in them is compiled and run. */
@NullMarked
package io.verbena.docs;

import org.jspecify.annotations.NullMarked;
