/** The switches above the hosts of a cluster as a tree, for schedulers that place jobs by it. */
@NullMarked
package io.verbena.diag.scheduler;

import org.jspecify.annotations.NullMarked;
