package io.verbena.linux;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.iba.MadHeader;
import io.verbena.iba.MadMethod;
import io.verbena.iba.ManagementClass;
import io.verbena.iba.NodeRecord;
import io.verbena.iba.RmppHeader;
import io.verbena.iba.RmppType;
import io.verbena.iba.SubnetAdministrationMad;
import io.verbena.rmpp.RmppFormat;
import io.verbena.rmpp.RmppOptions;
import io.verbena.rmpp.RmppOutput;
import io.verbena.rmpp.RmppReceiver;
import io.verbena.spi.MadAddress;
import io.verbena.spi.MadChannel;
import io.verbena.spi.MadRegistration;
import io.verbena.spi.RdmaDriver;
import io.verbena.topology.TopologyReader;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Receives a table segment by segment from a real opensm, whose long messages the bridge sends as the kernel does. */
@Tag("ibsim")
@Timeout(60)
class RmppIbsimTest {
    private static final RmppFormat FORMAT =
            RmppFormat.of(ManagementClass.SUBNET_ADMINISTRATION.code()).orElseThrow();
    private static final int SA_VERSION = 2;
    private static final int TRANSACTION =
            MadHeader.LAYOUT.field("transactionId").bit() / Byte.SIZE + Integer.BYTES;
    private static final int RMPP_TYPE = RmppHeader.LAYOUT.field("rmppType").bit() / Byte.SIZE;
    private static final long PATIENCE = Duration.ofMillis(300).toNanos();

    private final RdmaDriver driver = new LinuxProvider().open("");
    private final String device = driver.deviceNames().get(0);
    private final MadChannel channel = driver.openMadChannel(device, 1);
    private final int agent =
            channel.register(MadRegistration.client(ManagementClass.SUBNET_ADMINISTRATION.code(), SA_VERSION));
    private final MadAddress subnetAdministration = MadAddress.generalService(
            driver.device(device).ports().get(0).smLid().bits(), 0, 0);
    private int transactions;
    private int packets;
    private int acknowledgements;

    @AfterEach
    void close() {
        channel.close();
        driver.close();
    }

    @Test
    void everyNodeOfTheFabricArrivesInOneTable() {
        assertThatEveryNodeIsIn(nodeRecords(RmppOptions.DEFAULTS, 0));
    }

    @Test
    void everyNodeArrivesWithTheSmallestWindow() {
        byte[] table = nodeRecords(RmppOptions.DEFAULTS.withWindow(1), 0);

        assertThatEveryNodeIsIn(table);
        // A segment that came late was sent, and acknowledged, twice.
        assertThat(acknowledgements)
                .isGreaterThanOrEqualTo((table.length - FORMAT.headerLength()) / FORMAT.dataLength());
    }

    @Test
    void everyNodeArrivesThoughSegmentsAndAcknowledgementsAreLost() {
        byte[] complete = nodeRecords(RmppOptions.DEFAULTS, 0);

        byte[] table = nodeRecords(RmppOptions.DEFAULTS.withWindow(7), 10);

        assertThatEveryNodeIsIn(table);
        assertThat(table).endsWith(Arrays.copyOfRange(complete, FORMAT.headerLength(), complete.length));
    }

    private static void assertThatEveryNodeIsIn(byte[] table) {
        int size = table(table).attributeOffset() * Long.BYTES;
        assertThat(IntStream.iterate(FORMAT.headerLength(), at -> at < table.length, at -> at + size)
                        .mapToObj(at -> NodeRecord.LAYOUT
                                .wrap(table, at)
                                .nodeInfo()
                                .nodeGuid()
                                .bits()))
                .hasSizeGreaterThan(200)
                .containsExactlyInAnyOrderElementsOf(TopologyReader.read(new Ibsim().net()).nodes().stream()
                        .map(node -> Long.parseUnsignedLong(node.id().substring(2), 16))
                        .toList());
    }

    private static SubnetAdministrationMad table(byte[] message) {
        return SubnetAdministrationMad.LAYOUT.wrap(message, 0);
    }

    /** Reads all node records and drops a percentage of the segments and of their acknowledgements. */
    private byte[] nodeRecords(RmppOptions options, int loss) {
        RmppReceiver receiver = new RmppReceiver(FORMAT, options);
        Random luck = new Random(loss);
        RmppOutput out = packet -> {
            assertThat(packet.get(RMPP_TYPE)).as("RMPP type").isEqualTo((byte) RmppType.ACK.code());
            acknowledgements++;
            if (luck.nextInt(100) >= loss) {
                channel.send(agent, subnetAdministration, packet, 0);
            }
        };
        ask();
        // The bridge repeats after 100 ms: once that is over, the last acknowledgement has arrived, too.
        for (long quiet = System.nanoTime() + PATIENCE; !receiver.isDone() || quiet - System.nanoTime() > 0; ) {
            long before = packets;
            channel.receive(
                    (to, status, source, mad) -> {
                        assertThat(status).isZero();
                        packets++;
                        if (mad.getInt(mad.position() + TRANSACTION) == transactions && luck.nextInt(100) >= loss) {
                            receiver.received(mad, System.nanoTime(), out);
                        }
                    },
                    PATIENCE);
            if (packets > 0 && !receiver.isDone()) {
                receiver.tick(System.nanoTime(), out);
            }
            quiet = packets > before ? System.nanoTime() + PATIENCE : quiet;
            assertThat(receiver.failure()).isNull();
        }
        return receiver.message();
    }

    private void ask() {
        SubnetAdministrationMad request = new SubnetAdministrationMad()
                .baseVersion(1)
                .managementClass(ManagementClass.SUBNET_ADMINISTRATION)
                .classVersion(SA_VERSION)
                .method(MadMethod.GET_TABLE)
                .transactionId(++transactions)
                .attributeId(NodeRecord.LAYOUT.attributeId());
        channel.send(agent, subnetAdministration, ByteBuffer.wrap(request.toBytes()), 0);
    }
}
