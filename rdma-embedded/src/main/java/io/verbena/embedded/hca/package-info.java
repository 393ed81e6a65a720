/**
 * A channel adapter in software for each host of an embedded fabric: what a provider gives to move data, over the queue pairs
 * of {@link io.verbena.embedded.hca.queue}. It needs no native code: memory is direct buffers, by addresses of its own.
 */
@NullMarked
package io.verbena.embedded.hca;

import org.jspecify.annotations.NullMarked;
