/** Micrometer observations of management requests and of the requests of clients and servers. */
@NullMarked
package io.verbena.spring.boot.observation;

import org.jspecify.annotations.NullMarked;
