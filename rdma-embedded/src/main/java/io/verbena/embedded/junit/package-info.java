/**
 * JUnit support: {@link io.verbena.embedded.junit.WithFabric} opens an embedded fabric for each test and provides it as
 * a parameter. The application must have JUnit on its class path.
 */
@NullMarked
package io.verbena.embedded.junit;

import org.jspecify.annotations.NullMarked;
