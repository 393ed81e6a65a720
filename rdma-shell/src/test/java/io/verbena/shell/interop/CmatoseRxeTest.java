package io.verbena.shell.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.verbena.Rdma;
import io.verbena.cm.CmId;
import io.verbena.error.SysException;
import io.verbena.hca.IbSocketAddress;
import io.verbena.hca.PortSpace;
import io.verbena.iba.Gid;
import java.net.InetSocketAddress;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("rxe")
class CmatoseRxeTest extends CmatoseContract {
    @Override
    String server() {
        return "10.77.0.2";
    }

    /** A GID is an address on InfiniBand only. */
    @Test
    void neitherSideFindsAPathToAGid() {
        try (Rdma rdma = Rdma.open()) {
            Gid gid = rdma.verbs("rxe0").gid(1, 0).orElseThrow().gid();
            try (CProgram program = CProgram.start("ucmatose -f gid -s " + gid)) {
                assertThat(program.exitCode()).isNotZero();
                assertThat(program.output()).contains("resolve route failed: No such device");
            }
            CmId id = rdma.connectionManager().eventChannel().id(PortSpace.TCP);
            assertThatExceptionOfType(SysException.class)
                    .isThrownBy(() -> id.resolve(IbSocketAddress.of(gid, PortSpace.TCP, 7471), CmEnd.LONG))
                    .withMessageContainingAll("rdma_resolve_route", "ENODEV");
        }
    }

    @Test
    void neitherSideJoinsAGroupByItsMgid() {
        String mgid = "ff12:401b:ffff::7";
        try (CProgram program = CProgram.start("mckey -M " + mgid + " -b " + server())) {
            assertThat(program.exitCode()).isNotZero();
            assertThat(program.output()).contains("524");
        }
        try (Rdma rdma = Rdma.open()) {
            CmId id = rdma.connectionManager().eventChannel().id(PortSpace.UDP);
            id.bind(new InetSocketAddress(server(), 0));
            assertThatExceptionOfType(SysException.class)
                    .isThrownBy(() -> id.join(IbSocketAddress.of(Gid.parse(mgid)), false, CmEnd.LONG))
                    .withMessageContaining("524");
        }
    }
}
