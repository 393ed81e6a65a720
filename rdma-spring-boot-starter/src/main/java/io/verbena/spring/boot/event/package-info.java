/** Application events for changes of the subnet, for methods with {@code @EventListener}. */
@NullMarked
package io.verbena.spring.boot.event;

import org.jspecify.annotations.NullMarked;
