package io.verbena.contract.verbs;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.hca.QueuePairType;
import io.verbena.verbs.WorkCompletion;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** That nothing is left of programs that open devices, connect, transfer and close, however often they do. */
public abstract class CyclesContract {
    /** Until all that is made once has been made. */
    private static final int FIRST = 20;

    private static final int CYCLES = Integer.getInteger("verbena.cycles", 500);

    /** Two devices, opened for one cycle. */
    protected abstract VerbsBed bed();

    /** What the kernel holds for the programs that use these devices: how many queue pairs, regions and so on. */
    protected abstract String kernelObjects();

    @Test
    @Timeout(3600) // each wait in a cycle has its own limit
    void nothingIsLeftOfManyCycles() {
        cycles(FIRST);
        Usage before = Usage.settled(Long.MAX_VALUE);
        String objects = kernelObjects();

        cycles(CYCLES);

        Usage after = Usage.settled(before.directBytes());
        assertThat(kernelObjects()).isEqualTo(objects);
        assertThat(after.descriptors()).as("descriptors").isLessThanOrEqualTo(before.descriptors());
        assertThat(after.pinnedKilobytes()).as("pinned memory").isLessThanOrEqualTo(before.pinnedKilobytes());
        assertThat(after.directBytes()).as("direct memory").isLessThanOrEqualTo(before.directBytes());
        assertThat(before.threads()).containsAll(after.threads());
    }

    private void cycles(int times) {
        for (int i = 0; i < times; i++) {
            cycle((byte) (i | 1));
        }
    }

    private void cycle(byte value) {
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
