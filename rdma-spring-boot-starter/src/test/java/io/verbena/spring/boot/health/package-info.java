/** Tests of the health contributor. */
@NullMarked
package io.verbena.spring.boot.health;

import org.jspecify.annotations.NullMarked;
