/** Tests of the examples in the documentation. */
@NullMarked
package io.verbena.spring.boot.test.docs;

import org.jspecify.annotations.NullMarked;
