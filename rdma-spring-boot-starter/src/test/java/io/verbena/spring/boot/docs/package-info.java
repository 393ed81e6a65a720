/** Tests of the examples and the reference pages of the documentation. */
@NullMarked
package io.verbena.spring.boot.docs;

import org.jspecify.annotations.NullMarked;
