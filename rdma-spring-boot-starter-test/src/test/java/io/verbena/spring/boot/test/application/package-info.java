/** Tests of an application with {@code @RdmaTest}. */
@NullMarked
package io.verbena.spring.boot.test.application;

import org.jspecify.annotations.NullMarked;
