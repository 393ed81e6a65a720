/** An application, and its tests. */
@NullMarked
package io.verbena.spring.boot.test.application;

import org.jspecify.annotations.NullMarked;
