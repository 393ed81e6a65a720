/** Information about RDMA in {@code /actuator/info}. */
@NullMarked
package io.verbena.spring.boot.info;

import org.jspecify.annotations.NullMarked;
