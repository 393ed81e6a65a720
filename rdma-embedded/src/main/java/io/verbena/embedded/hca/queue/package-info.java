/**
 * Queue pairs and completion queues of an embedded channel adapter. The thread that posts a request does the work of
 * both sides: it copies the data and writes both completions. Work that is due later, or must not run under a lock, is
 * left to the thread of the engine.
 *
 * <p>Locks are taken in this order: the lock of a requester, the lock of its own or another queue pair's responder, the
 * lock of a receive ring, the lock of a completion queue, the lock of the timeline.
 */
@NullMarked
package io.verbena.embedded.hca.queue;

import org.jspecify.annotations.NullMarked;
