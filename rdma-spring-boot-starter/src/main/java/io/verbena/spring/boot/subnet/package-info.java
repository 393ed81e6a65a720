/**
 * The subnet that an application watches: what was read last, and reading it again. It knows nothing of events, meters or
 * endpoints; they listen to it.
 */
@NullMarked
package io.verbena.spring.boot.subnet;

import org.jspecify.annotations.NullMarked;
