/** The files of ibutils: links, forwarding tables, partitions, service levels, topologies and the subnet database. */
@NullMarked
package io.verbena.diag.ibdm;

import org.jspecify.annotations.NullMarked;
