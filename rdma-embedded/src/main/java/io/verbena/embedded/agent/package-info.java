/**
 * What the hardware of a node answers by itself: the agents of subnet management, performance management and congestion
 * control, one small class for each attribute or group of attributes, and the traps they send.
 */
@NullMarked
package io.verbena.embedded.agent;

import org.jspecify.annotations.NullMarked;
