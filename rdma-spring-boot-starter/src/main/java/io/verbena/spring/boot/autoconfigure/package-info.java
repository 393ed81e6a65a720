/**
 * The beans that an application gets from its {@code rdma.*} properties. Each of them steps back for one of the
 * application's own.
 */
@NullMarked
package io.verbena.spring.boot.autoconfigure;

import org.jspecify.annotations.NullMarked;
