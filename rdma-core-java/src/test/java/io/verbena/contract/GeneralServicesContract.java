package io.verbena.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.verbena.iba.BKeyInfo;
import io.verbena.iba.ClassPortInfo;
import io.verbena.iba.CommunityInfo;
import io.verbena.iba.IoUnitInfo;
import io.verbena.iba.Lid;
import io.verbena.iba.MadMethod;
import io.verbena.iba.ManagementClass;
import io.verbena.iba.MessageReceiptAcknowledgment;
import io.verbena.iba.NodeDescription;
import io.verbena.iba.NodeRecord;
import io.verbena.mad.MadClassException;
import io.verbena.mad.MadException;
import io.verbena.mad.MadHandler;
import io.verbena.mad.MadRefusal;
import io.verbena.mad.MadServer;
import io.verbena.mad.MadServerRequest;
import io.verbena.mad.MadService;
import io.verbena.mad.MadStatusException;
import io.verbena.mad.MadTransactor;
import io.verbena.mad.VendorClass;
import io.verbena.path.IbPath;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The typed calls of the general services, between a client and a server: on one end port of the net {@code two-node}, unless a
 * subclass says otherwise.
 */
public abstract class GeneralServicesContract extends ProviderContract {
    private static final VendorClass VENDOR = VendorClass.of(0x32, 0x001405);

    private final List<MadServer> servers = new ArrayList<>();
    private MadTransactor mad;
    private MadTransactor server;
    private IbPath self;

    /** The promises as this fabric keeps them. */
    protected GeneralServicesContract(TriedFabric fabric) {
        super(fabric);
    }

    @BeforeEach
    void openTheEndPort() {
        mad = client();
        server = server(mad);
        self = path(server);
    }

    /** Returns the transactor of the client. */
    protected MadTransactor client() {
        return rdma.mad(rdma.defaultEndPort());
    }

    /** Returns the transactor of the server. */
    protected MadTransactor server(MadTransactor client) {
        return client;
    }

    /** Returns the path to the server. */
    protected IbPath path(MadTransactor answering) {
        return IbPath.to(answering.endPort().attributes().lid());
    }

    /** Begins to answer. */
    protected MadServer serve(MadTransactor answering, MadService service, MadHandler handler) {
        return answering.serve(service, handler);
    }

    @AfterEach
    void closeTheEndPort() {
        servers.forEach(MadServer::close);
        server.close();
        mad.close();
    }

    private void serve(ManagementClass managementClass, MadHandler handler, MadMethod... methods) {
        servers.add(serve(server, MadService.of(managementClass, methods), handler));
    }

    private static MadServerRequest arrived(BlockingQueue<MadServerRequest> requests) {
        try {
            MadServerRequest request = requests.poll(10, TimeUnit.SECONDS);
            assertThat(request).as("what was sent").isNotNull();
            return request;
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void aBaseboardIsReadWrittenAndSentCommands() {
        BlockingQueue<MadServerRequest> commands = new LinkedBlockingQueue<>();
        serve(
                ManagementClass.BASEBOARD_MANAGEMENT,
                request -> {
                    switch (request.method()) {
                        case GET -> request.respond(new BKeyInfo().bKeyViolations(7));
                        case SET -> request.respond(request.payload(BKeyInfo.class));
                        default -> commands.add(request);
                    }
                },
                MadMethod.GET,
                MadMethod.SET,
                MadMethod.SEND);

        assertThat(mad.bmGet(BKeyInfo.class, self).bKeyViolations()).isEqualTo(7);
        BKeyInfo written = new BKeyInfo().bKeyLeasePeriod(99);
        assertThat(mad.bmSet(written, self)).isEqualTo(written);
        mad.bmSend(0x21, 2, new byte[] {1, 2, 3}, self);
        MadServerRequest command = arrived(commands);
        assertThat(command.attributeId()).isEqualTo(0x21);
        assertThat(command.header().attributeModifier()).isEqualTo(2);
        assertThat(command.data()).startsWith(1, 2, 3, 0);
    }

    @Test
    void aDeviceIsAskedAndSaysWhyNot() {
        MadService service = MadService.of(ManagementClass.DEVICE_MANAGEMENT, MadMethod.GET, MadMethod.SET)
                .withAttributes(Set.of(IoUnitInfo.LAYOUT.attributeId()));
        servers.add(serve(server, service, request -> {
            if (request.header().attributeModifier() == 0) {
                request.respond(new IoUnitInfo().changeId(5));
            } else {
                request.refuse(0x8000);
            }
        }));

        assertThat(mad.devMgtGet(IoUnitInfo.class, self, 0).changeId()).isEqualTo(5);
        assertThatExceptionOfType(MadClassException.class)
                .isThrownBy(() -> mad.devMgtGet(IoUnitInfo.class, self, 1))
                .withMessageEndingWith(": its I/O controller has failed (128)");
        assertThatExceptionOfType(MadStatusException.class)
                .isThrownBy(() -> mad.devMgtSet(new ClassPortInfo(), self, 0))
                .withMessageEndingWith(": the attribute is not supported with this method (status 0x000c)");
    }

    @Test
    protected void communicationManagementIsReadWrittenAndSentMessages() {
        BlockingQueue<MadServerRequest> messages = new LinkedBlockingQueue<>();
        serve(
                ManagementClass.COMMUNICATION_MANAGEMENT,
                request -> {
                    switch (request.method()) {
                        case GET -> request.respond(new ClassPortInfo().classVersion(2));
                        case SET -> request.respond(request.payload(ClassPortInfo.class));
                        default -> messages.add(request);
                    }
                },
                MadMethod.GET,
                MadMethod.SET,
                MadMethod.SEND);

        assertThat(mad.commMgtGet(ClassPortInfo.class, self).classVersion()).isEqualTo(2);
        ClassPortInfo written = new ClassPortInfo().trapLid(Lid.of(9));
        assertThat(mad.commMgtSet(written, self)).isEqualTo(written);
        MessageReceiptAcknowledgment message = new MessageReceiptAcknowledgment();
        mad.commMgtSend(message, self);
        assertThat(arrived(messages).payload(MessageReceiptAcknowledgment.class))
                .isEqualTo(message);
    }

    @Test
    void aTunnelOfSnmpIsReadWrittenAndSentMessages() {
        BlockingQueue<MadServerRequest> messages = new LinkedBlockingQueue<>();
        serve(
                ManagementClass.SNMP_TUNNELING,
                request -> {
                    switch (request.method()) {
                        case GET -> request.respond(new ClassPortInfo().classVersion(1));
                        case SET -> request.respond(request.payload(ClassPortInfo.class));
                        default -> messages.add(request);
                    }
                },
                MadMethod.GET,
                MadMethod.SET,
                MadMethod.SEND);

        assertThat(mad.snmpGet(ClassPortInfo.class, self).classVersion()).isEqualTo(1);
        ClassPortInfo written = new ClassPortInfo().trapLid(Lid.of(9));
        assertThat(mad.snmpSet(written, self)).isEqualTo(written);
        CommunityInfo message = new CommunityInfo();
        mad.snmpSend(message, self);
        assertThat(arrived(messages).payload(CommunityInfo.class)).isEqualTo(message);
    }

    @Test
    void whoIsBusyIsAskedAgainUntilTheTriesAreUsedUp() {
        AtomicInteger asked = new AtomicInteger();
        serve(
                ManagementClass.DEVICE_MANAGEMENT,
                request -> {
                    if (asked.incrementAndGet() % 3 != 0) {
                        request.refuse(MadRefusal.BUSY);
                    } else {
                        request.respond(new IoUnitInfo().changeId(asked.get()));
                    }
                },
                MadMethod.GET);

        assertThat(mad.devMgtGet(IoUnitInfo.class, self, 0).changeId()).isEqualTo(3);
        MadTransactor once = mad.withOptions(mad.options().withRetries(1));
        assertThatExceptionOfType(MadStatusException.class)
                .isThrownBy(() -> once.devMgtGet(IoUnitInfo.class, self, 0))
                .withMessageEndingWith(": busy (status 0x0001)");
    }

    @Test
    protected void aRedirectionIsFollowedOnceAndRemembered() {
        AtomicInteger asked = new AtomicInteger();
        serve(
                ManagementClass.BASEBOARD_MANAGEMENT,
                request -> {
                    if (asked.incrementAndGet() == 1) {
                        request.redirect(new ClassPortInfo()
                                .redirectLid(self.dlid())
                                .redirectGid(self.dgid())
                                .redirectQp(1)
                                .redirectQKey(0x80010000L)
                                .redirectPKey(0xffff)
                                .redirectTrafficClass(1)
                                .redirectSl(1));
                    } else {
                        request.respond(new BKeyInfo().bKeyViolations(asked.get()));
                    }
                },
                MadMethod.GET);

        assertThat(mad.bmGet(BKeyInfo.class, self).bKeyViolations()).isEqualTo(2);
        assertThat(mad.bmGet(BKeyInfo.class, self).bKeyViolations())
                .as("asked there at once")
                .isEqualTo(3);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 900})
    protected void aTableOfTheSubnetAdministrationIsAsLongAsItIs(int records) {
        List<NodeRecord> table = new ArrayList<>();
        for (int i = 0; i < records; i++) {
            table.add(
                    new NodeRecord().lid(Lid.of(i + 1)).nodeDescription(new NodeDescription().nodeString("node " + i)));
        }
        serve(
                ManagementClass.SUBNET_ADMINISTRATION,
                request ->
                        request.respond(request.attributeId() == NodeRecord.LAYOUT.attributeId() ? table : List.of()),
                MadMethod.GET_TABLE);

        assertThat(mad.subnAdmGetTable(new NodeRecord(), 0, self)).isEqualTo(table);
    }

    @Test
    void theDataOfAVendorIsAsLongAsItIsBothWays() {
        byte[] table = new byte[100_000];
        new Random(7).nextBytes(table);
        servers.add(serve(
                server,
                MadService.of(VENDOR, MadMethod.GET, MadMethod.SET),
                request -> request.respond(request.data())));

        assertThat(mad.vendorSet(VENDOR, 0x10, 0, table, self)).isEqualTo(table);
        assertThat(mad.vendorGet(VENDOR, 0x10, 0, new byte[] {5}, self)).startsWith(5, 0);
    }

    /** A long request costs a server at most 1 MiB, and disturbs neither its port nor its other requests. */
    @Test
    void aRequestOfMoreThanOneMebibyteIsNotTakenAndOthersAreAnswered() {
        BlockingQueue<MadServerRequest> taken = new LinkedBlockingQueue<>();
        servers.add(serve(server, MadService.of(VENDOR, MadMethod.GET, MadMethod.SET), request -> {
            taken.add(request);
            request.respond(new byte[] {1});
        }));
        assertThat(mad.vendorGet(VENDOR, 0x10, 0, new byte[] {5}, self)).startsWith(1);

        // umad does not say that a transfer was aborted, so a request by it waits for its timeout.
        MadTransactor once = mad.withOptions(mad.options().withRetries(0));
        assertThatExceptionOfType(MadException.class)
                .isThrownBy(() -> once.vendorSet(VENDOR, 0x10, 0, new byte[(1 << 20) + 1000], self));

        assertThat(mad.vendorSet(VENDOR, 0x10, 0, new byte[1000], self)).startsWith(1);
        assertThat(taken).hasSize(2);
    }
}
