/** Sends lines to a server that returns them. Server and client are beans of the configuration. */
@NullMarked
package io.verbena.samples.echoservice;

import org.jspecify.annotations.NullMarked;
