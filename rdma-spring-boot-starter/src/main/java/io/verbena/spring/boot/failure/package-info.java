/**
 * Why an application did not start, in one line, and what to do about it. Spring Boot asks these classes when a start
 * fails.
 */
@NullMarked
package io.verbena.spring.boot.failure;

import org.jspecify.annotations.NullMarked;
