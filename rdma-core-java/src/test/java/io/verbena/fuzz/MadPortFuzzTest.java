package io.verbena.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import io.verbena.iba.ClassPortInfo;
import io.verbena.iba.CongestionInfo;
import io.verbena.iba.IoUnitInfo;
import io.verbena.iba.Lid;
import io.verbena.iba.MadHeader;
import io.verbena.iba.MadMethod;
import io.verbena.iba.NodeInfo;
import io.verbena.iba.NodeRecord;
import io.verbena.iba.PathRecord;
import io.verbena.iba.PortCounters;
import io.verbena.iba.PortInfo;
import io.verbena.iba.RmppFlag;
import io.verbena.iba.RmppHeader;
import io.verbena.mad.AsyncMadTransactor;
import io.verbena.mad.MadOptions;
import io.verbena.mad.MadServer;
import io.verbena.mad.MadService;
import io.verbena.mad.VendorClass;
import io.verbena.path.DirectedPath;
import io.verbena.path.IbPath;
import io.verbena.spi.MadAddress;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** The whole of what receives: whatever arrives, each call ends, nothing is kept, and the next is answered. */
class MadPortFuzzTest {
    private static final int LENGTH = 256;
    private static final int RESPONSE = 0x80;
    private static final VendorClass VENDOR = VendorClass.of(0x32, 0x001405);
    private static final IbPath AGENT = IbPath.to(Lid.of(20));
    private static final IbPath ADMINISTRATION = IbPath.to(Lid.of(9));
    private static final MadOptions OPTIONS =
            new MadOptions(Duration.ofMillis(500), 2, 64).withLongest(Duration.ofSeconds(10));

    @FuzzTest
    void whateverArrivesEachCallEndsAndTheNextIsAnswered(FuzzedDataProvider data) {
        try (FuzzedPort port = new FuzzedPort(OPTIONS);
                MadServer server = port.mad.serve(
                        MadService.of(VENDOR, MadMethod.GET, MadMethod.SET), served -> served.respond(served.data()))) {
            List<CompletableFuture<?>> calls = ask(port.mad.async());
            byte[] request = request(server);
            while (data.remainingBytes() > 0) {
                arrive(port, data, request);
            }
            port.letTimePass();
            for (CompletableFuture<?> call : calls) {
                assertThat(call.handle((answer, failure) -> true)).succeedsWithin(20, TimeUnit.SECONDS);
            }
            answersTheNextCall(port);
        }
    }

    /** A call of each class, of which some are answered with long messages, and one asks with one. */
    private static List<CompletableFuture<?>> ask(AsyncMadTransactor mad) {
        return List.of(
                mad.subnGet(PortInfo.class, DirectedPath.of(1, 4), 3),
                mad.subnGet(NodeInfo.class, AGENT, 0),
                mad.performanceGet(new PortCounters().portSelect(1), AGENT),
                mad.performanceGet(new ClassPortInfo(), AGENT),
                mad.bmGet(ClassPortInfo.class, AGENT),
                mad.devMgtGet(IoUnitInfo.class, AGENT, 0),
                mad.commMgtGet(ClassPortInfo.class, AGENT),
                mad.snmpGet(ClassPortInfo.class, AGENT),
                mad.congestionControlGet(CongestionInfo.class, AGENT, 0),
                mad.subnAdmGet(new PathRecord(), 0, ADMINISTRATION),
                mad.subnAdmGetTable(new NodeRecord(), 0, ADMINISTRATION),
                mad.vendorGet(VENDOR, 0x10, 0, new byte[0], AGENT),
                mad.vendorSet(VENDOR, 0x10, 0, new byte[1_000], AGENT));
    }

    /** Returns a valid request to a server. */
    private static byte[] request(MadServer server) {
        byte[] request = new byte[LENGTH];
        MadHeader.LAYOUT
                .wrapWritable(request, 0)
                .baseVersion(1)
                .managementClassBits(server.service().managementClass())
                .classVersion(1)
                .method(MadMethod.GET)
                .transactionId(0x77)
                .attributeId(0x10);
        request[37] = 0x00;
        request[38] = 0x14;
        request[39] = 0x05;
        return request;
    }

    /** Something that looks like an answer, a request or a part of one, in which some bytes are others. */
    private static void arrive(FuzzedPort port, FuzzedDataProvider data, byte[] request) {
        List<FuzzedPort.Sent> sent = List.copyOf(port.sent());
        int choice = data.consumeInt(0, sent.size());
        boolean isRequest = choice == sent.size();
        byte[] datagram = Arrays.copyOf(isRequest ? request : sent.get(choice).bytes(), LENGTH);
        if (!isRequest) {
            datagram[3] = (byte) ((datagram[3] == 2 ? 1 : datagram[3]) | RESPONSE);
        }
        if (data.consumeBoolean()) {
            segment(datagram, data);
        }
        for (int changes = data.consumeInt(0, 4); changes > 0; changes--) {
            datagram[data.consumeInt(0, LENGTH - 1)] = data.consumeByte();
        }
        int length = data.consumeProbabilityDouble() < 0.95 ? LENGTH : data.consumeInt(0, LENGTH);
        // The engine has registered the agent of the server first.
        int agent = isRequest ? 0 : sent.get(choice).agent();
        int status = data.consumeProbabilityDouble() < 0.95 ? 0 : data.consumeInt(0, 133);
        MadAddress source = isRequest
                ? MadAddress.generalService(33, 0, 0)
                : sent.get(choice).destination();
        port.arrive(agent, status, source, Arrays.copyOf(datagram, length));
    }

    private static void segment(byte[] datagram, FuzzedDataProvider data) {
        RmppHeader.LAYOUT
                .wrapWritable(datagram, 0)
                .rmppVersion(1)
                .rmppTypeBits(data.consumeInt(0, 4))
                .rmppFlagsBits(RmppFlag.ACTIVE.code() | data.consumeInt(0, 7))
                .rmppStatusBits(data.consumeProbabilityDouble() < 0.9 ? 0 : data.consumeByte() & 0xff)
                .rmppData1(
                        data.consumeProbabilityDouble() < 0.9
                                ? data.consumeInt(0, 20)
                                : data.consumeInt() & 0xffffffffL)
                .rmppData2(
                        data.consumeProbabilityDouble() < 0.9
                                ? data.consumeInt(0, 300)
                                : data.consumeInt() & 0xffffffffL);
    }

    private static void answersTheNextCall(FuzzedPort port) {
        port.letTimeStand();
        CompletableFuture<NodeInfo> next = port.mad.async().subnGet(NodeInfo.class, DirectedPath.of(7, 7, 7));
        FuzzedPort.Sent asked = port.sent().stream()
                .filter(one -> one.destination().equals(MadAddress.DIRECTED))
                .reduce((one, later) -> later)
                .orElseThrow();
        byte[] answer = asked.bytes().clone();
        answer[3] = (byte) (answer[3] | RESPONSE);
        port.arrive(asked.agent(), 0, asked.destination(), answer);
        assertThat(next).succeedsWithin(10, TimeUnit.SECONDS);
    }
}
