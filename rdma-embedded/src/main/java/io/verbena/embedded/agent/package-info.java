/**
 * The agents that the hardware of a node contains: subnet management, performance management and congestion control,
 * with a class for each management class or group of attributes, and the traps.
 */
@NullMarked
package io.verbena.embedded.agent;

import org.jspecify.annotations.NullMarked;
