/**
 * Flow steering rules as values: the headers that packets must have, and the actions that apply to them (ibv_create_flow(3)).
 * {@code QueuePair.steer} passes a rule to the device.
 */
@NullMarked
package io.verbena.verbs.flow;

import org.jspecify.annotations.NullMarked;
