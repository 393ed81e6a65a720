/**
 * Rules that steer packets, as values: what a packet must be like, and what becomes of it (ibv_create_flow(3)). They write
 * themselves as libibverbs reads them; {@code QueuePair.steer} hands them to the device.
 */
@NullMarked
package io.verbena.verbs.flow;

import org.jspecify.annotations.NullMarked;
