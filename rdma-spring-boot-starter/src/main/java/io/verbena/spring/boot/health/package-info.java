/** The health of the end port. It is there for applications that have Spring Boot's health support. */
@NullMarked
package io.verbena.spring.boot.health;

import org.jspecify.annotations.NullMarked;
