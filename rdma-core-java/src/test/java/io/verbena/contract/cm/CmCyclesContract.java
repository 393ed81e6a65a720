package io.verbena.contract.cm;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.cm.CmEvent;
import io.verbena.cm.CmId;
import io.verbena.cm.ConnectionRequest;
import io.verbena.cm.EventChannel;
import io.verbena.contract.verbs.NothingLeftContract;
import io.verbena.hca.ConnectionParameters;
import io.verbena.hca.PortSpace;
import io.verbena.hca.QueuePairType;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Cycles of the connection manager: identifiers of both sides, a connection, a message each way, its end. */
public abstract class CmCyclesContract extends NothingLeftContract {
    private static final ConnectionParameters PLAIN = ConnectionParameters.DEFAULTS;

    /** Two devices, opened for one cycle. */
    protected abstract CmBed bed();

    @Override
    protected final void cycle(byte value) {
        try (CmBed bed = bed();
                EventChannel channel = bed.rdma().connectionManager().eventChannel();
                CmId listening = channel.id(PortSpace.TCP);
                CmId calling = channel.id(PortSpace.TCP)) {
            listening.bind(bed.server(0));
            listening.listen(1);
            calling.resolve(listening.localAddress().orElseThrow(), CmPeer.LONG);
            try (CmPeer client = new CmPeer(bed.rdma(), calling, QueuePairType.RC)) {
                CompletableFuture<CmEvent> connected = calling.connectAsync(PLAIN);
                ConnectionRequest request = listening.request(CmPeer.LONG);
                try (CmPeer server = new CmPeer(bed.rdma(), request.id(), QueuePairType.RC)) {
                    request.accept(PLAIN, CmPeer.LONG);
                    connected
                            .orTimeout(CmPeer.LONG.toSeconds(), TimeUnit.SECONDS)
                            .join();

                    transfer(client, server, value);
                    transfer(server, client, value);

                    calling.disconnect(CmPeer.LONG);
                }
            }
        }
    }

    private static void transfer(CmPeer from, CmPeer to, byte value) {
        from.send(value);
        from.next().check();
        to.next().check();
        assertThat(to.buffer.get(0)).isEqualTo(value);
    }
}
