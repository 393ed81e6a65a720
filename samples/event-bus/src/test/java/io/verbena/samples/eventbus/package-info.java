/** Tests of the cluster in one process and in three. */
@NullMarked
package io.verbena.samples.eventbus;

import org.jspecify.annotations.NullMarked;
