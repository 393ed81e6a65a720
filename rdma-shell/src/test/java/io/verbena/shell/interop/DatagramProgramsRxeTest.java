package io.verbena.shell.interop;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.Rdma;
import io.verbena.cm.CmEvent;
import io.verbena.cm.CmId;
import io.verbena.cm.CmMembership;
import io.verbena.cm.EventChannel;
import io.verbena.hca.ConnectionParameters;
import io.verbena.hca.PortSpace;
import io.verbena.hca.QueuePairType;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Datagrams to udaddy and back, and groups with mckey at either end. */
@Tag("rxe")
@Timeout(120)
class DatagramProgramsRxeTest {
    private static final int PORT = 7174;
    private static final String NEAR = "10.77.0.1";
    private static final String FAR = "10.77.0.2";
    private static final String GROUP = "239.7.7.7";

    /** Datagrams may be lost; then all are sent once more. */
    private static final int ROUNDS = 5;

    private static final ConnectionParameters PARAMETERS = ConnectionParameters.DEFAULTS;

    private final Rdma rdma = Rdma.open();
    private final EventChannel channel = rdma.connectionManager().eventChannel();

    @AfterEach
    void close() {
        rdma.close();
    }

    @Test
    void udaddyServes() {
        try (CProgram server = CProgram.start("udaddy -b " + FAR).listeningCm(PORT)) {
            CmId id = channel.id(PortSpace.UDP);
            id.resolve(new InetSocketAddress(FAR, PORT), CmEnd.LONG);
            CmEnd end = new CmEnd(rdma, id, QueuePairType.UD);
            CmEvent found = id.connect(PARAMETERS, CmEnd.LONG);

            end.send(Objects.requireNonNull(found.destination()));
            end.receive();

            assertThat(server.ok()).contains("data transfers complete", "return status 0");
        }
    }

    private CmEnd bound(String address) {
        CmId id = channel.id(PortSpace.UDP);
        id.bind(new InetSocketAddress(address, 0));
        return new CmEnd(rdma, id, QueuePairType.UD);
    }

    @Test
    void mckeyReceives() throws Exception {
        // Line by line, or nothing is seen of it before its end.
        String line = "stdbuf -oL mckey -m " + GROUP + " -b " + FAR;
        try (CProgram member = CProgram.start(line).said("receiving data transfers")) {
            CmEnd end = bound(NEAR);
            CmMembership joined = end.id.join(InetAddress.getByName(GROUP), true, CmEnd.LONG);

            for (int i = 0; i < ROUNDS && !member.endsWithin(Duration.ofSeconds(i)); i++) {
                end.send(joined.destination());
            }

            assertThat(member.ok()).contains("data transfers complete", "return status 0");
        }
    }

    @Test
    void mckeySends() throws Exception {
        CmEnd end = bound(FAR);
        end.id.join(InetAddress.getByName(GROUP), false, CmEnd.LONG);
        for (int i = 0; i < ROUNDS && !end.hasReceived(Duration.ofSeconds(i)); i++) {
            assertThat(CProgram.run("mckey -s -m " + GROUP + " -b " + NEAR))
                    .contains("data transfers complete", "return status 0");
        }
        end.receive();
    }
}
