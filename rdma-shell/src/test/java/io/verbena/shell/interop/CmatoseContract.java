package io.verbena.shell.interop;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.Rdma;
import io.verbena.cm.CmId;
import io.verbena.cm.EventChannel;
import io.verbena.hca.CmEventType;
import io.verbena.hca.ConnectionParameters;
import io.verbena.hca.PortSpace;
import io.verbena.hca.QueuePairType;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** ucmatose: the server sends, the client sends back, the server ends the connections. */
@Timeout(120)
abstract class CmatoseContract {
    private static final int PORT = 7471;
    private static final int CONNECTIONS = 3;
    private static final ConnectionParameters PARAMETERS = ConnectionParameters.DEFAULTS;

    /** An address of the bed, as a server listens at it. */
    abstract String server();

    @Test
    void cProgramAsServer() {
        try (CProgram server = CProgram.start("ucmatose -c " + CONNECTIONS + " -b " + server())
                        .listeningCm(PORT);
                Rdma rdma = Rdma.open();
                EventChannel channel = rdma.connectionManager().eventChannel()) {
            List<CmEnd> ends = new ArrayList<>();
            for (int i = 0; i < CONNECTIONS; i++) {
                CmId id = channel.id(PortSpace.TCP);
                id.resolve(new InetSocketAddress(server(), PORT), CmEnd.LONG);
                CmEnd end = new CmEnd(rdma, id, QueuePairType.RC);
                id.connect(PARAMETERS, CmEnd.LONG);
                ends.add(end);
            }
            ends.forEach(CmEnd::receive);
            ends.forEach(CmEnd::send);

            assertThat(ends)
                    .allSatisfy(end -> assertThat(end.id
                                    .awaitDisconnectAsync()
                                    .orTimeout(20, SECONDS)
                                    .join()
                                    .type())
                            .isEqualTo(CmEventType.DISCONNECTED));
            ends.forEach(CmEnd::close);
            assertThat(server.ok()).contains("data transfers complete", "return status 0");
        }
    }

    @Test
    void cProgramAsClient() {
        try (Rdma rdma = Rdma.open();
                EventChannel channel = rdma.connectionManager().eventChannel()) {
            CmId listening = channel.id(PortSpace.TCP);
            listening.bind(new InetSocketAddress(server(), PORT));
            listening.listen(CONNECTIONS);
            try (CProgram client = CProgram.start("ucmatose -c " + CONNECTIONS + " -s " + server())) {
                List<CmEnd> ends = new ArrayList<>();
                for (int i = 0; i < CONNECTIONS; i++) {
                    var request = listening.request(CmEnd.LONG);
                    CmEnd end = new CmEnd(rdma, request.id(), QueuePairType.RC);
                    request.accept(PARAMETERS, CmEnd.LONG);
                    ends.add(end);
                }
                ends.forEach(CmEnd::send);
                ends.forEach(CmEnd::receive);
                ends.forEach(end -> end.id.disconnect(CmEnd.LONG));

                assertThat(client.ok()).contains("data transfers complete", "return status 0");
                ends.forEach(CmEnd::close);
            }
        }
    }
}
