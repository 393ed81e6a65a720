/**
 * Tests of Spring Boot applications on the embedded fabric: {@link io.verbena.spring.boot.test.RdmaTest} starts only what is of
 * RDMA, {@link io.verbena.spring.boot.test.AutoConfigureEmbeddedFabric} puts a whole application on that fabric. Never are the
 * devices of the host used, unless the test says so.
 */
@NullMarked
package io.verbena.spring.boot.test;

import org.jspecify.annotations.NullMarked;
