package io.verbena.contract.removal;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.cm.AddressInfo;
import io.verbena.cm.Endpoint;
import io.verbena.cm.EndpointServer;
import io.verbena.contract.verbs.NothingLeftContract;
import io.verbena.error.DeviceRemovedException;
import io.verbena.hca.QueuePairCapacity;
import io.verbena.verbs.CompletionQueue;
import io.verbena.verbs.Context;
import io.verbena.verbs.MemoryRegion;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** Cycles of a device that is removed while it is connected, and is back in the end. */
public abstract class RemovalCyclesContract extends NothingLeftContract {
    private static final Duration LONG = Duration.ofSeconds(60);

    /** Two devices, neither of which is open. */
    protected abstract RemovalBed bed();

    @Override
    protected int cycles() {
        return 8;
    }

    /** Opens objects on the device and leaves their closing to its removal. */
    @Override
    protected void cycle(byte value) {
        try (RemovalBed bed = bed();
                EndpointServer server =
                        bed.removable().endpoints().listen(new InetSocketAddress(bed.address(), 0), 4)) {
            Context context = bed.removable().verbs(bed.device());
            CompletionQueue queue = context.completionQueue(16, context.completionChannel(), 0);
            context.protectionDomain().register(ByteBuffer.allocateDirect(1 << 20));
            CompletableFuture<Throwable> waiter = CompletableFuture.supplyAsync(() -> queue.await(queue.batch(1), LONG))
                    .handle((count, failure) -> failure.getCause());
            CompletableFuture<Endpoint> accepting = CompletableFuture.supplyAsync(() -> accept(server));
            AddressInfo way = new AddressInfo(
                    new InetSocketAddress(bed.otherAddress(), 0),
                    new InetSocketAddress(bed.address(), server.localAddress().getPort()));
            Endpoint client = bed.other().endpoints().create(way, QueuePairCapacity.SMALL, LONG);
            client.connect(LONG);
            Endpoint accepted = accepting.join();

            bed.remove();

            assertThat(waiter.join()).isInstanceOf(DeviceRemovedException.class);
            client.close();
            accepted.close();
            bed.restore();
            try (Context again = bed.removable().verbs(bed.device())) {
                assertThat(again.port(1).number()).isEqualTo(1);
            }
        }
    }

    private static Endpoint accept(EndpointServer server) {
        Endpoint asked = server.request(LONG);
        MemoryRegion region = asked.register(ByteBuffer.allocateDirect(64));
        asked.receive(1, region, 0, 64);
        asked.accept(LONG);
        return asked;
    }
}
