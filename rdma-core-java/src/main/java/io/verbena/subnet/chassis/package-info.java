/**
 * Chassis of a subnet, and the slots of nodes in them. Boards of Voltaire and Mellanox are known; other nodes are
 * grouped by system image GUID.
 */
@NullMarked
package io.verbena.subnet.chassis;

import org.jspecify.annotations.NullMarked;
