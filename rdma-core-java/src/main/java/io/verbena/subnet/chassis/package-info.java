/**
 * Which nodes stand in one housing, and where in it. It knows the boards of Voltaire and Mellanox; all others are grouped by
 * their system image GUID.
 */
@NullMarked
package io.verbena.subnet.chassis;

import org.jspecify.annotations.NullMarked;
