/** Read-only Actuator endpoints for the devices of the host and for the subnet. */
@NullMarked
package io.verbena.spring.boot.actuate;

import org.jspecify.annotations.NullMarked;
