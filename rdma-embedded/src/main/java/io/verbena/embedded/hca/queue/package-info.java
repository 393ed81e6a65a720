/**
 * Queue pairs and completion queues of an embedded adapter. Whoever posts a request does the work of both sides: it copies
 * from here to there and writes both completions. Only what must happen later, or elsewhere, is left to a thread.
 *
 * <p>Locks are taken in this order: that of the sends of a queue pair, that of its own or another's receives, that of a
 * queue of receives, that of a completion queue, that of the timeline.
 */
@NullMarked
package io.verbena.embedded.hca.queue;

import org.jspecify.annotations.NullMarked;
