/**
 * Management datagrams of the general services through queue pairs of one's own, for hosts without umad: a channel that any
 * device with verbs gives. Long messages are the library's business here, as no kernel does RMPP for a queue pair.
 */
@NullMarked
package io.verbena.gsi;

import org.jspecify.annotations.NullMarked;
