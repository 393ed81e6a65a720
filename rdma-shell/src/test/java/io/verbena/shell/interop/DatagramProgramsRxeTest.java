package io.verbena.shell.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.verbena.Rdma;
import io.verbena.cm.CmEvent;
import io.verbena.cm.CmId;
import io.verbena.cm.CmMembership;
import io.verbena.cm.ConnectionRequest;
import io.verbena.cm.EventChannel;
import io.verbena.error.SysException;
import io.verbena.hca.ConnectionParameters;
import io.verbena.hca.PortSpace;
import io.verbena.hca.QueuePairType;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.time.Duration;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Datagrams to udaddy and back, and groups with mckey at either end. */
@Tag("rxe")
@Timeout(300)
class DatagramProgramsRxeTest {
    private static final int PORT = 7174;
    private static final String NEAR = "10.77.0.1";
    private static final String FAR = "10.77.0.2";
    private static final String GROUP = "239.7.7.7";
    private static final String GROUP_OF_IPV6 = "ff0e::7:7:7";

    /** The maximum number of attempts; datagrams may be lost, and then all are sent again. */
    private static final int ROUNDS = 5;

    private static final ConnectionParameters PARAMETERS = ConnectionParameters.DEFAULTS;

    private final Rdma rdma = Rdma.open();
    private final EventChannel channel = rdma.connectionManager().eventChannel();

    @AfterEach
    void close() {
        rdma.close();
    }

    /** The addresses of veth1: one of each family. */
    static Stream<InetAddress> servers() throws SocketException {
        return NetworkInterface.getByName("veth1").inetAddresses();
    }

    @ParameterizedTest
    @MethodSource("servers")
    void cProgramUdaddyAsServer(InetAddress address) {
        try (CProgram server =
                CProgram.start("udaddy -b " + address.getHostAddress()).listeningCm(PORT)) {
            CmId id = channel.id(PortSpace.UDP);
            id.resolve(new InetSocketAddress(address, PORT), CmEnd.LONG);
            CmEnd end = new CmEnd(rdma, id, QueuePairType.UD);
            CmEvent found = id.connect(PARAMETERS, CmEnd.LONG);

            end.send(Objects.requireNonNull(found.destination()));
            end.receive();

            assertThat(server.ok()).contains("data transfers complete", "return status 0");
        }
    }

    @ParameterizedTest
    @MethodSource("servers")
    void cProgramUdaddyAsClient(InetAddress address) {
        CmId listening = channel.id(PortSpace.UDP);
        listening.bind(new InetSocketAddress(address, PORT));
        listening.listen(1);
        try (CProgram client = CProgram.start("udaddy -s " + address.getHostAddress())) {
            ConnectionRequest request = listening.request(CmEnd.LONG);
            CmEnd end = new CmEnd(rdma, request.id(), QueuePairType.UD);
            request.accept(PARAMETERS, CmEnd.LONG);

            end.receiveToSendBack();
            end.sendBack();

            assertThat(client.ok()).contains("data transfers complete", "return status 0");
        }
    }

    /** Soft-RoCE answers 524, ENOTSUPP of the kernel, to both. */
    @Test
    void neitherSideJoinsAGroupOfIpv6() throws Exception {
        String own = servers()
                .filter(Inet6Address.class::isInstance)
                .map(InetAddress::getHostAddress)
                .findFirst()
                .orElseThrow();
        try (CProgram member = CProgram.start("mckey -m " + GROUP_OF_IPV6 + " -b " + own)) {
            assertThat(member.exitCode()).isNotZero();
            assertThat(member.output()).contains("524");
        }
        CmEnd end = bound(own);
        assertThatExceptionOfType(SysException.class)
                .isThrownBy(() -> end.id.join(InetAddress.getByName(GROUP_OF_IPV6), false, CmEnd.LONG))
                .satisfies(e -> assertThat(e.errno()).isEqualTo(524));
    }

    private CmEnd bound(String address) {
        CmId id = channel.id(PortSpace.UDP);
        id.bind(new InetSocketAddress(address, 0));
        return new CmEnd(rdma, id, QueuePairType.UD);
    }

    @Test
    void cProgramMckeyAsReceiver() throws Exception {
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
    void cProgramMckeyAsSender() throws Exception {
        CmEnd end = bound(FAR);
        end.id.join(InetAddress.getByName(GROUP), false, CmEnd.LONG);
        for (int i = 0; i < ROUNDS && !end.hasReceived(Duration.ofSeconds(i)); i++) {
            assertThat(CProgram.run("mckey -s -m " + GROUP + " -b " + NEAR))
                    .contains("data transfers complete", "return status 0");
        }
        end.receive();
    }
}
