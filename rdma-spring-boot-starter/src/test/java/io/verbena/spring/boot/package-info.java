/**
 * Fixtures of the tests of the starter.
 * Fabrics are embedded or simulated; a driver is mocked only where it must fail.
 */
@NullMarked
package io.verbena.spring.boot;

import org.jspecify.annotations.NullMarked;
