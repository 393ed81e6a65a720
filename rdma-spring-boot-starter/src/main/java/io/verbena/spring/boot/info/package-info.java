/** What {@code /actuator/info} says of RDMA. */
@NullMarked
package io.verbena.spring.boot.info;

import org.jspecify.annotations.NullMarked;
