package io.verbena.spring.boot.test;

import org.springframework.boot.test.autoconfigure.TestSliceTestContextBootstrapper;

/** Applies the properties of {@link RdmaTest}. */
final class RdmaTestContextBootstrapper extends TestSliceTestContextBootstrapper<RdmaTest> {
    RdmaTestContextBootstrapper() {}
}
