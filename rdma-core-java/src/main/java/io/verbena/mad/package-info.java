/**
 * Management datagrams as remote procedure calls: what is asked of a port, and its answer or the story of why there is
 * none. One reader per end port serves all who share it.
 */
@NullMarked
package io.verbena.mad;

import org.jspecify.annotations.NullMarked;
