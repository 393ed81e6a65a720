package io.verbena.benchmarks;

import io.verbena.embedded.EmbeddedFabric;
import io.verbena.iba.DirectedRouteSmp;
import io.verbena.iba.Lid;
import io.verbena.iba.MadHeader;
import io.verbena.iba.MadMethod;
import io.verbena.iba.ManagementClass;
import io.verbena.iba.NodeInfo;
import io.verbena.spi.MadAddress;
import io.verbena.spi.MadChannel;
import io.verbena.spi.MadReceiver;
import io.verbena.spi.MadRegistration;
import io.verbena.spi.RdmaDriver;
import java.nio.ByteBuffer;
import java.util.Set;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;

/** Measures a datagram in the embedded fabric, without the calls above its channel. */
public class EmbeddedExchangeBenchmark extends NanosecondBenchmark {
    private static final int TIMEOUT_MILLIS = 500;
    private static final long WAIT_NANOS = 1_000_000_000;
    private static final int ADMINISTRATION_VERSION = 2;

    private final EmbeddedFabric fabric = EmbeddedFabric.open("fat-tree:2,4,4");
    private final MadChannel asker = open("host1");
    private final MadChannel server = open("host15");
    private final int subnetAgent =
            asker.register(MadRegistration.client(ManagementClass.SUBNET_DIRECTED_ROUTE.code(), 1));
    private final int administrationAgent = asker.register(
            MadRegistration.client(ManagementClass.SUBNET_ADMINISTRATION.code(), ADMINISTRATION_VERSION));
    private final int serverAgent = server.register(new MadRegistration(
            ManagementClass.SUBNET_ADMINISTRATION.code(),
            ADMINISTRATION_VERSION,
            0,
            Set.of(MadMethod.GET_TABLE.code()),
            false));
    private final ByteBuffer request = ByteBuffer.wrap(new byte[DirectedRouteSmp.LENGTH]);
    private final ByteBuffer segment = ByteBuffer.wrap(new byte[DirectedRouteSmp.LENGTH]);
    // A reader also uses one receiver for all datagrams; creating one for each would be measured, too.
    private final MadReceiver counting = this::count;
    private MadAddress customer = MadAddress.DIRECTED;
    private long received;

    /** Requests a table once, so that the fabric knows where its segments go. */
    @Setup
    public void ask() {
        DirectedRouteSmp smp = DirectedRouteSmp.LAYOUT.wrapWritable(request.array(), 0);
        smp.hopCount(1).drSlid(Lid.PERMISSIVE).drDlid(Lid.PERMISSIVE).initialPath(1, 1);
        header(request.array(), ManagementClass.SUBNET_DIRECTED_ROUTE, 1, MadMethod.GET)
                .attributeId(NodeInfo.LAYOUT.attributeId());
        header(segment.array(), ManagementClass.SUBNET_ADMINISTRATION, ADMINISTRATION_VERSION, MadMethod.GET_TABLE);
        int lid = fabric.node("host15").port(1).lid();
        asker.send(administrationAgent, MadAddress.generalService(lid, 0, 0), segment, 0);
        server.receive(this::takeRequest, WAIT_NANOS);
        MadHeader.LAYOUT.wrapWritable(segment.array(), 0).method(MadMethod.GET_TABLE_RESPONSE);
    }

    private MadChannel open(String host) {
        RdmaDriver driver = fabric.driver(host);
        return driver.openMadChannel(driver.deviceNames().get(0), 1);
    }

    private static MadHeader header(byte[] mad, ManagementClass managementClass, int version, MadMethod method) {
        return MadHeader.LAYOUT
                .wrapWritable(mad, 0)
                .baseVersion(1)
                .managementClass(managementClass)
                .classVersion(version)
                .method(method);
    }

    private void takeRequest(int agent, int status, MadAddress source, ByteBuffer mad) {
        customer = source;
        mad.get(mad.position(), segment.array());
    }

    private void count(int agent, int status, MadAddress source, ByteBuffer mad) {
        received += status == 0 ? 1 : 0;
    }

    /** Requests NodeInfo from the nearest switch and receives the response. */
    @Benchmark
    public long exchange() {
        asker.send(subnetAgent, MadAddress.DIRECTED, request, TIMEOUT_MILLIS);
        return take();
    }

    /** Receives a segment of a long response over three switches. */
    @Benchmark
    public long segment() {
        server.send(serverAgent, customer, segment, 0);
        return take();
    }

    private long take() {
        long before = received;
        asker.receive(counting, WAIT_NANOS);
        if (received != before + 1) {
            throw new IllegalStateException("there arrived " + (received - before) + " datagrams, not 1");
        }
        return received;
    }

    /** Closes the fabric. */
    @TearDown
    public void close() {
        asker.close();
        server.close();
        fabric.close();
    }
}
