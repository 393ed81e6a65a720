/** Sends requests from the configuration and prints each request and response with all fields. */
@NullMarked
package io.verbena.samples.madlab;

import org.jspecify.annotations.NullMarked;
