/** What this host has of RDMA, and the subnet, for operators: endpoints of Spring Boot's actuator that only read. */
@NullMarked
package io.verbena.spring.boot.actuate;

import org.jspecify.annotations.NullMarked;
