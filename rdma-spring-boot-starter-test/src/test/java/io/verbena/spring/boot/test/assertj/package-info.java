/** Tests of the assertions and their messages. */
@NullMarked
package io.verbena.spring.boot.test.assertj;

import org.jspecify.annotations.NullMarked;
