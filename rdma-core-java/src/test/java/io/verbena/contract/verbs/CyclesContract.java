package io.verbena.contract.verbs;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.hca.QueuePairType;
import io.verbena.verbs.WorkCompletion;

/** Cycles of two queue pairs that know each other: a send, a write and a read of 8 KiB together. */
public abstract class CyclesContract extends NothingLeftContract {

    /** Two devices, opened for one cycle. */
    protected abstract VerbsBed bed();

    @Override
    protected final void cycle(byte value) {
        try (VerbsBed bed = bed()) {
            Peer[] peers = Peer.connected(bed, QueuePairType.RC);
            try (Peer client = peers[0];
                    Peer server = peers[1]) {
                transfer(client, server, value);
            }
        }
    }

    private static void transfer(Peer client, Peer server, byte value) {
        client.fill(value);
        server.receive(1, 0, 64);
        client.pair.post(client.pair
                .sendRequests(3)
                .write(2, server.region.address() + 64, server.region.remoteKey())
                .segment(client.region, 64, Peer.BYTES - 64)
                .send(3)
                .segment(client.region, 0, 64)
                .read(4, server.region.address(), server.region.remoteKey())
                .segment(client.region, 0, 64));
        client.next(3).forEach(WorkCompletion::check);
        server.next().check();
        assertThat(server.bytes(0, Peer.BYTES)).containsOnly(value);
    }
}
