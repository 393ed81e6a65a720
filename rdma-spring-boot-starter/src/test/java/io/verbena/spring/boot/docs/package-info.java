/** Keeps the documents true: the blocks in them are bound, compiled and run. */
@NullMarked
package io.verbena.spring.boot.docs;

import org.jspecify.annotations.NullMarked;
