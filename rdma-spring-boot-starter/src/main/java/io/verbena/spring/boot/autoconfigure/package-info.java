/**
 * Auto-configuration of RDMA from {@code rdma.*} properties. A bean of the application replaces the bean of the same
 * type.
 */
@NullMarked
package io.verbena.spring.boot.autoconfigure;

import org.jspecify.annotations.NullMarked;
