/**
 * AssertJ assertions for subnets, fabrics, ports and connections. A failure message contains the expected and the
 * actual state. Import {@link io.verbena.spring.boot.test.assertj.RdmaAssertions#assertThat} in addition to that of
 * AssertJ.
 */
@NullMarked
package io.verbena.spring.boot.test.assertj;

import org.jspecify.annotations.NullMarked;
