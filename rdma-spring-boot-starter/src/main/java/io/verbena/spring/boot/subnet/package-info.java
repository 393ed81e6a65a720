/** The last reading of the subnet. Events, meters and endpoints depend on this package, and not the other way round. */
@NullMarked
package io.verbena.spring.boot.subnet;

import org.jspecify.annotations.NullMarked;
