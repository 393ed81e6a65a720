/** The files of ibutils: links, forwarding tables, partitions, service levels, topologies and the subnet database. */
@API(status = Status.EXPERIMENTAL, since = "0.1.0")
@NullMarked
package io.verbena.diag.ibdm;

import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;
import org.jspecify.annotations.NullMarked;
