/** Sends lines to a server, which sends them back; server and client are beans of the configuration. */
@NullMarked
package io.verbena.samples.echoservice;

import org.jspecify.annotations.NullMarked;
