/**
 * Tests of streams between two hosts: ping-pongs of messages, and the copy of a file. They use the protocols of rstream(1),
 * riostream(1) and rcopy(1), and the peer may be the C program.
 */
@NullMarked
package io.verbena.traffic.stream;

import org.jspecify.annotations.NullMarked;
