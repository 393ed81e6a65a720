/**
 * Runs the test suites that need a bed: a simulated fabric ({@code testbed/suites}) or a kernel with RDMA devices
 * ({@code testbed/uml/suites}), and the programs in {@code testbed/checks}. Each suite runs in a JVM of its own inside the
 * bed, and each of its tests is reported as a dynamic test.
 */
@NullMarked
package io.verbena.beds;

import org.jspecify.annotations.NullMarked;
