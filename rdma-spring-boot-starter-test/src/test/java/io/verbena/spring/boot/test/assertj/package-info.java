/** What the assertions hold, and what they say when they do not. */
@NullMarked
package io.verbena.spring.boot.test.assertj;

import org.jspecify.annotations.NullMarked;
