package io.verbena.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.verbena.device.EndPort;
import io.verbena.diag.PingClient;
import io.verbena.diag.PingClient.Pong;
import io.verbena.diag.PingServer;
import io.verbena.diag.SystemStatusClient;
import io.verbena.diag.SystemStatusServer;
import io.verbena.error.RdmaException;
import io.verbena.iba.MadMethod;
import io.verbena.mad.MadRefusal;
import io.verbena.mad.MadServer;
import io.verbena.mad.MadService;
import io.verbena.mad.MadStatusException;
import io.verbena.mad.MadTransactor;
import io.verbena.mad.VendorClass;
import io.verbena.path.IbPath;
import io.verbena.spi.IsSm;
import java.time.Duration;
import java.util.Arrays;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A host that answers requests, its own as well; on the net {@code two-node}, as {@code host2} sees it. */
public abstract class HostServicesContract extends ProviderContract {
    private static final VendorClass VENDOR = VendorClass.of(0x35, 0x123456);

    private EndPort port;
    private MadTransactor mad;
    private IbPath self;
    private IsSm manager;

    /** The promises as this fabric keeps them. */
    protected HostServicesContract(TriedFabric fabric) {
        super(fabric);
    }

    @BeforeEach
    void openTheEndPort() {
        port = rdma.defaultEndPort();
        mad = rdma.mad(port);
        self = IbPath.to(port.attributes().lid());
        // A simulator passes requests to no other process.
        manager = rdma.subnetManager(port);
    }

    @AfterEach
    void closeTheEndPort() {
        manager.close();
        mad.close();
    }

    @Test
    void aPingIsAnsweredWithTheNameOfTheHost() {
        try (PingServer server = PingServer.open(mad, "host2.example")) {
            Pong pong = new PingClient(mad).ping(self);

            assertThat(pong.from()).isEqualTo(self);
            assertThat(pong.host()).isEqualTo("host2.example");
            assertThat(pong.roundTrip())
                    .isBetween(Duration.ofNanos(1), OPTIONS.timeout().plusSeconds(1));
            assertThat(server).isNotNull();
        }
    }

    @Test
    void serversCountARequestBeforeItsReplyLeaves() {
        try (PingServer pings = PingServer.open(mad, "host2.example");
                SystemStatusServer status = SystemStatusServer.open(mad)) {
            for (int i = 1; i <= 50; i++) {
                new PingClient(mad).ping(self);
                new SystemStatusClient(mad).ping(self);

                assertThat(pings.answered()).isGreaterThanOrEqualTo(i);
                assertThat(status.answered()).isGreaterThanOrEqualTo(i);
            }
        }
    }

    @Test
    void aHostTellsWhatItIs() {
        SystemStatusClient client = new SystemStatusClient(mad);
        try (SystemStatusServer server = SystemStatusServer.open(mad)) {
            assertThat(client.ping(self)).isPositive();
            assertThat(client.host(self)).contains(".");
            assertThat(client.processors(self))
                    .isNotEmpty()
                    .allSatisfy(one -> assertThat(one.number()).isNotNegative());
            assertThat(server).isNotNull();
        }
    }

    @Test
    void aClassIsFreeAgainWhenItsServerIsClosed() {
        MadServer first = mad.serve(MadService.of(VENDOR, MadMethod.GET), served -> served.respond(served.data()));
        first.close();
        try (MadServer again =
                mad.serve(MadService.of(VENDOR, MadMethod.GET), served -> served.respond(new byte[] {7}))) {
            assertThat(mad.vendorGet(VENDOR, 1, 0, new byte[0], self)).startsWith(7, 0);
            assertThat(again.service().oui()).isEqualTo(0x123456);
        }
    }

    @Test
    void whatAServerDoesNotKnowIsRefused() {
        MadService service = MadService.of(VENDOR, MadMethod.GET).withAttributes(Set.of(0x20));
        try (MadServer server = mad.serve(service, served -> served.refuse(MadRefusal.FIELD))) {
            assertThatExceptionOfType(MadStatusException.class)
                    .isThrownBy(() -> mad.vendorGet(VENDOR, 0x21, 0, new byte[0], self))
                    .satisfies(refused -> assertThat(refused.status()).isEqualTo(MadRefusal.ATTRIBUTE.status()));
            assertThatExceptionOfType(MadStatusException.class)
                    .isThrownBy(() -> mad.vendorGet(VENDOR, 0x20, 0, new byte[0], self))
                    .satisfies(refused -> assertThat(refused.status()).isEqualTo(MadRefusal.FIELD.status()));
            assertThat(server).isNotNull();
        }
    }

    @Test
    void longRequestsAndLongAnswersComeWhole() {
        byte[] request = new byte[50_000];
        new Random(1).nextBytes(request);
        try (MadServer server = mad.serve(MadService.of(VENDOR, MadMethod.GET), served -> {
            byte[] data = served.data();
            byte[] twice = Arrays.copyOf(data, 2 * data.length);
            System.arraycopy(data, 0, twice, data.length, data.length);
            served.respond(twice);
        })) {
            byte[] answer = mad.vendorGet(VENDOR, 1, 0, request, self);

            assertThat(answer).hasSize(2 * request.length).startsWith(request);
            assertThat(Arrays.copyOfRange(answer, request.length, answer.length))
                    .isEqualTo(request);
            assertThat(server).isNotNull();
        }
    }

    @Test
    void aServerThatIsClosedLeavesItsClassToOthers() {
        PingServer.open(mad, "first").close();
        try (PingServer second = PingServer.open(mad, "second")) {
            assertThat(new PingClient(mad).ping(self).host()).isEqualTo("second");
            assertThat(second).isNotNull();
        }
        assertThatExceptionOfType(RdmaException.class).isThrownBy(() -> new PingClient(mad).ping(self));
    }
}
