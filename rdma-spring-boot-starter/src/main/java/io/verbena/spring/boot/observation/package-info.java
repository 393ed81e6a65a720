/**
 * Requests of management, and those of clients and servers, as observations of Micrometer: spans, timers and whatever else its
 * handlers make of them.
 */
@NullMarked
package io.verbena.spring.boot.observation;

import org.jspecify.annotations.NullMarked;
