/** The switches above the hosts of a cluster as a tree, for schedulers that place jobs by it. */
@API(status = Status.EXPERIMENTAL, since = "0.1.0")
@NullMarked
package io.verbena.diag.scheduler;

import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;
import org.jspecify.annotations.NullMarked;
