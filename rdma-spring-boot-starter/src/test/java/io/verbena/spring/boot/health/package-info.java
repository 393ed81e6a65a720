/** The health of ports in every state. */
@NullMarked
package io.verbena.spring.boot.health;

import org.jspecify.annotations.NullMarked;
