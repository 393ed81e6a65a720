/**
 * Embedded fabrics for tests with JUnit: {@link io.verbena.embedded.junit.WithFabric} opens one for each test and gives it to
 * its parameters. JUnit itself comes from whoever uses this.
 */
@NullMarked
package io.verbena.embedded.junit;

import org.jspecify.annotations.NullMarked;
