/**
 * Open devices, and the protection domains and completion queues that the configuration names. Each is a bean with that name.
 */
@NullMarked
package io.verbena.spring.boot.verbs;

import org.jspecify.annotations.NullMarked;
