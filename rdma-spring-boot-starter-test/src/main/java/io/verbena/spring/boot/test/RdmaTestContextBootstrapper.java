package io.verbena.spring.boot.test;

import org.springframework.boot.test.autoconfigure.TestSliceTestContextBootstrapper;

/** Takes the properties of {@link RdmaTest}. */
final class RdmaTestContextBootstrapper extends TestSliceTestContextBootstrapper<RdmaTest> {
    RdmaTestContextBootstrapper() {}
}
