/** What happens in the subnet, as events of the application: any bean may listen to them with {@code @EventListener}. */
@NullMarked
package io.verbena.spring.boot.event;

import org.jspecify.annotations.NullMarked;
