package io.verbena.shell.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.verbena.Rdma;
import io.verbena.error.SysException;
import io.verbena.hca.IbSocketAddress;
import io.verbena.hca.PortSpace;
import io.verbena.iba.Gid;
import io.verbena.stream.RdmaStreamServer;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("rxe")
class RstreamRxeTest extends RstreamContract {
    @Override
    String server() {
        return "10.77.0.2";
    }

    private static Gid gid(Rdma rdma) {
        return rdma.verbs("rxe1").gid(1, 0).orElseThrow().gid();
    }

    private static void assertFails(String program, String message) {
        try (CProgram run = CProgram.start(program)) {
            assertThat(run.exitCode()).isNotZero();
            assertThat(run.output()).contains(message);
        }
    }

    /**
     * The kernel gives a GID the device type of InfiniBand, which ports of RoCE do not have ({@code cma_validate_port}): it binds no
     * port to the GID, and finds no path to it.
     */
    @ParameterizedTest
    @ValueSource(strings = {"rstream", "riostream"})
    void neitherSideConnectsToAGid(String program) {
        try (Rdma rdma = Rdma.open()) {
            Gid gid = gid(rdma);

            assertFails(program + " -f gid -s " + gid, "rconnect: No such device");
            assertThatExceptionOfType(SysException.class)
                    .isThrownBy(() -> rdma.streams().connect(address(gid), CmEnd.LONG))
                    .withMessageContainingAll("rconnect", gid.toString(), "on RoCE, use an IP address");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"rstream", "riostream"})
    void neitherSideListensAtAGid(String program) {
        try (Rdma rdma = Rdma.open()) {
            Gid gid = gid(rdma);

            assertFails(program + " -f gid -b " + gid, "rbind: No such device");
            assertThatExceptionOfType(SysException.class)
                    .isThrownBy(() -> rdma.streams().listen(address(gid), 1))
                    .withMessageContainingAll(gid.toString(), "ENODEV");
        }
    }

    /** The kernel lets a program listen at the GIDs of all ports, and rejects each client before the program sees the request. */
    @ParameterizedTest
    @ValueSource(strings = {"rstream", "riostream"})
    void noClientReachesAServerAtAllGids(String program) {
        try (Rdma rdma = Rdma.open();
                RdmaStreamServer listening = rdma.streams().listen(address(Gid.ZERO), 1)) {
            assertFails(program + " -s " + server(), "Connection refused");
            assertThat(listening.accept(Duration.ZERO)).isEmpty();
        }
    }

    private static IbSocketAddress address(Gid gid) {
        return IbSocketAddress.of(gid, PortSpace.TCP, PORT);
    }
}
