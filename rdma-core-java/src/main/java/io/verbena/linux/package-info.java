/**
 * The provider {@code native}: the RDMA devices of this Linux host, through libibumad, libibverbs and librdmacm. Nothing else
 * in the library knows that there is a system below it.
 */
@NullMarked
package io.verbena.linux;

import org.jspecify.annotations.NullMarked;
