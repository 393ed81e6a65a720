/**
 * The provider {@code native}: the RDMA devices of this Linux host, through libibumad, libibverbs and librdmacm. Only this package
 * depends on the operating system.
 */
@NullMarked
package io.verbena.linux;

import org.jspecify.annotations.NullMarked;
