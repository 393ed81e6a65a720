package io.verbena.embedded;

import io.verbena.iba.DirectedRouteSmp;
import io.verbena.iba.Layout;
import io.verbena.iba.Lid;
import io.verbena.iba.LidRoutedSmp;
import io.verbena.iba.MadMethod;
import io.verbena.iba.ManagementClass;
import io.verbena.iba.PerformanceMad;
import io.verbena.iba.Structure;
import io.verbena.spi.MadAddress;
import io.verbena.spi.MadChannel;
import io.verbena.spi.MadRegistration;
import io.verbena.spi.RdmaDriver;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Sends requests to a fabric from one host, as encoded datagrams. */
final class Asker implements AutoCloseable {
    private static final long WAIT = 5_000_000_000L;
    static final int TIMEOUT = 20;

    private final RdmaDriver driver;
    private final MadChannel channel;
    private final int directed;
    private final int byLid;
    private final Map<Integer, Integer> services = new HashMap<>();

    /** A datagram from the channel. A LID-routed datagram is accessed as if it were a directed route SMP. */
    record Reply(int status, MadAddress address, DirectedRouteSmp directed) {
        byte[] bytes() {
            return directed.toBytes();
        }

        <T extends Structure> T as(Layout<T> layout) {
            return layout.wrap(bytes(), 64);
        }
    }

    Asker(EmbeddedFabric fabric, String host) {
        this(fabric.driver(host), 1);
    }

    Asker(RdmaDriver driver, int port) {
        this.driver = driver;
        this.channel = driver.openMadChannel("emb0", port);
        this.directed = channel.register(MadRegistration.client(0x81, 1));
        this.byLid = channel.register(MadRegistration.client(0x01, 1));
    }

    static DirectedRouteSmp request(Layout<?> attribute, long modifier, int... path) {
        DirectedRouteSmp smp = new DirectedRouteSmp()
                .baseVersion(1)
                .managementClass(ManagementClass.SUBNET_DIRECTED_ROUTE)
                .classVersion(1)
                .method(MadMethod.GET)
                .attributeId(attribute.attributeId())
                .attributeModifier(modifier)
                .transactionId(0x1234)
                .drSlid(Lid.PERMISSIVE)
                .drDlid(Lid.PERMISSIVE)
                .hopCount(path.length);
        for (int hop = 0; hop < path.length; hop++) {
            smp.initialPath(hop + 1, path[hop]);
        }
        return smp;
    }

    static LidRoutedSmp requestByLid(Layout<?> attribute, long modifier) {
        return new LidRoutedSmp()
                .baseVersion(1)
                .managementClass(ManagementClass.SUBNET_LID_ROUTED)
                .classVersion(1)
                .method(MadMethod.GET)
                .attributeId(attribute.attributeId())
                .attributeModifier(modifier);
    }

    Reply ask(DirectedRouteSmp smp) {
        return send(directed, MadAddress.DIRECTED, smp.toBytes());
    }

    Reply ask(DirectedRouteSmp smp, int lid) {
        return send(directed, MadAddress.subnetManagement(lid, 0), smp.toBytes());
    }

    <T extends Structure> T ask(Layout<T> attribute, long modifier, int... path) {
        Reply reply = ask(request(attribute, modifier, path));
        if (reply.status() != 0 || reply.directed().status() != 0) {
            throw new AssertionError("no answer: " + reply.status() + ", " + reply.directed());
        }
        return reply.as(attribute);
    }

    Reply askByLid(Layout<?> attribute, long modifier, int lid) {
        return send(
                byLid,
                MadAddress.subnetManagement(lid, 0),
                requestByLid(attribute, modifier).toBytes());
    }

    /** Sets an attribute, and returns the status. */
    int set(Structure attribute, long modifier, int... path) {
        DirectedRouteSmp smp = request(attribute.layout(), modifier, path).method(MadMethod.SET);
        return ask(put(smp, attribute)).directed().status();
    }

    static DirectedRouteSmp put(DirectedRouteSmp smp, Structure attribute) {
        byte[] bytes = attribute.toBytes();
        for (int i = 0; i < bytes.length; i++) {
            smp.data(i, bytes[i] & 0xff);
        }
        return smp;
    }

    /** Sends a request to a general service. */
    Reply askService(PerformanceMad mad, int lid) {
        int agent = services.computeIfAbsent(
                mad.managementClassBits(),
                first -> channel.register(MadRegistration.client(first, mad.classVersion())));
        return send(agent, MadAddress.generalService(lid, 0, 0), mad.toBytes());
    }

    static PerformanceMad service(ManagementClass managementClass, int version, Structure attribute) {
        PerformanceMad mad = new PerformanceMad()
                .baseVersion(1)
                .managementClass(managementClass)
                .classVersion(version)
                .method(MadMethod.GET)
                .attributeId(attribute.layout().attributeId());
        byte[] bytes = attribute.toBytes();
        for (int i = 0; i < bytes.length; i++) {
            mad.data(i, bytes[i] & 0xff);
        }
        return mad;
    }

    Reply send(int agent, MadAddress address, byte[] bytes) {
        channel.send(agent, address, ByteBuffer.wrap(bytes), TIMEOUT);
        List<Reply> replies = new ArrayList<>();
        receive(replies::add, WAIT);
        return replies.get(0);
    }

    void receive(Consumer<Reply> to, long nanos) {
        channel.receive(
                (agent, status, address, mad) -> {
                    byte[] bytes = new byte[mad.remaining()];
                    mad.get(bytes);
                    to.accept(new Reply(status, address, DirectedRouteSmp.LAYOUT.wrap(bytes, 0)));
                },
                nanos);
    }

    MadChannel channel() {
        return channel;
    }

    int directedAgent() {
        return directed;
    }

    @Override
    public void close() {
        channel.close();
        driver.close();
    }
}
