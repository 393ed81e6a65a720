/**
 * Support for tests of Spring Boot applications on an embedded fabric. {@link io.verbena.spring.boot.test.RdmaTest}
 * starts only the RDMA part of an application, and {@link io.verbena.spring.boot.test.AutoConfigureEmbeddedFabric} runs
 * a complete application on the embedded fabric. Tests use devices of the host only on request.
 */
@NullMarked
package io.verbena.spring.boot.test;

import org.jspecify.annotations.NullMarked;
