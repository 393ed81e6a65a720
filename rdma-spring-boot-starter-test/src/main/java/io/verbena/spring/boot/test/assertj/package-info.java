/**
 * Assertions for AssertJ of fabrics, ports and connections. A failure says what was expected and what is there; import {@link
 * io.verbena.spring.boot.test.assertj.RdmaAssertions#assertThat} beside that of AssertJ.
 */
@NullMarked
package io.verbena.spring.boot.test.assertj;

import org.jspecify.annotations.NullMarked;
