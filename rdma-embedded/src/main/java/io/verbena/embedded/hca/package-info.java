/**
 * Channel adapters in software, one for each host of an embedded fabric, behind the provider interface of verbs. The
 * queue pairs are in {@link io.verbena.embedded.hca.queue}. The adapter needs no native code: registered memory
 * consists of direct buffers, which are addressed by addresses of the adapter.
 */
@NullMarked
package io.verbena.embedded.hca;

import org.jspecify.annotations.NullMarked;
