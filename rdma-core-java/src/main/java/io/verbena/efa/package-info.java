/**
 * Adapters of the Elastic Fabric Adapter family (EFA): their attributes, queue pairs for scalable reliable datagrams (SRD), and
 * completion queues that report the source of a message (efadv(7)). {@link io.verbena.efa.EfaDevice} is the entry point.
 *
 * <p>SRD delivers each message exactly once, to any queue pair, over many paths at a time, and therefore in no particular order. {@link
 * io.verbena.efa.SrdEndpoint} adds the order: its channels deliver messages as they were sent, with flow control. Streams of bytes over
 * them are {@code Streams.overSrd}.
 *
 * <p>SRD has run on the embedded fabric only, whose adapters simulate it. The binding of libefa has run on the hollow device only, which
 * records calls and transfers nothing; it has never run on an EFA device.
 */
@API(status = Status.EXPERIMENTAL, since = "0.1.0")
@NullMarked
package io.verbena.efa;

import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;
import org.jspecify.annotations.NullMarked;
