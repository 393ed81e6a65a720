package io.verbena.mad;

import io.verbena.device.Devices;
import io.verbena.device.EndPort;
import io.verbena.error.RdmaException;
import io.verbena.hca.Transport;
import io.verbena.iba.Guid;
import io.verbena.iba.Lid;
import io.verbena.iba.NodeType;
import io.verbena.iba.PortCapability;
import io.verbena.iba.PortInfo;
import io.verbena.iba.PortPhysicalState;
import io.verbena.iba.PortState;
import io.verbena.mad.engine.MadPorts;
import io.verbena.path.DirectedPath;
import io.verbena.spi.DeviceAttributes;
import io.verbena.spi.GidEntry;
import io.verbena.spi.IsSm;
import io.verbena.spi.MadChannel;
import io.verbena.spi.PortAttributes;
import io.verbena.spi.RdmaDriver;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * An end port {@code test0/1} over scripted channels, and a transactor on it. {@code test1/1} is the planarized port
 * for everything but subnet management.
 */
final class ScriptedPort implements AutoCloseable {
    /** A timeout that only the script ends. */
    static final MadOptions PATIENT = new MadOptions(Duration.ofMinutes(1), 2, 4);

    static final DirectedPath PATH = DirectedPath.of(1, 4);

    /** Channels, in the order in which the port was opened. */
    final List<ScriptedChannel> channels = new ArrayList<>();

    final MadPorts ports;
    final MadTransactor mad;
    final ScriptedChannel channel;

    private final boolean segments;
    private final Devices devices = new Devices(new Driver());

    ScriptedPort(MadOptions options) {
        this(options, null);
    }

    ScriptedPort(MadOptions options, @Nullable MadTracer tracer) {
        this(options, tracer, false);
    }

    /** Creates a port with a channel that performs RMPP or not. */
    ScriptedPort(MadOptions options, @Nullable MadTracer tracer, boolean segments) {
        this.segments = segments;
        ports = new MadPorts(options, tracer);
        mad = open();
        channel = channels.get(0);
    }

    MadTransactor open() {
        return ports.open(devices.endPort("test0/1"));
    }

    /** Returns a transactor of both planes. */
    MadTransactor openPlanes() {
        EndPort plane = devices.endPort("test1/1");
        return ports.open(plane, devices.managementPorts(plane), PATIENT);
    }

    /** Requests the PortInfo of a port. */
    CompletableFuture<PortInfo> ask(long port) {
        return mad.async().subnGet(PortInfo.class, PATH, port);
    }

    /** Requests the PortInfo of ports 1 to {@code count}. */
    List<CompletableFuture<PortInfo>> askAll(int count) {
        List<CompletableFuture<PortInfo>> answers = new ArrayList<>();
        for (int port = 1; port <= count; port++) {
            answers.add(ask(port));
        }
        return answers;
    }

    /** Returns the response to a request, identified by the port number. */
    static PortInfo info(long port) {
        return new PortInfo().localPortNum((int) port);
    }

    void answer(ScriptedChannel.Request request) {
        channel.answer(request, info(request.modifier()));
    }

    @Override
    public void close() {
        mad.close();
        ports.close();
    }

    private final class Driver implements RdmaDriver {
        @Override
        public List<String> deviceNames() {
            return List.of("test0", "test1");
        }

        @Override
        public DeviceAttributes device(String name) {
            return new DeviceAttributes(
                    name,
                    NodeType.CHANNEL_ADAPTER,
                    Transport.INFINIBAND,
                    "scripted",
                    "1",
                    "1",
                    Guid.of(1),
                    Guid.of(1),
                    List.of(new PortAttributes(
                            1,
                            PortState.ACTIVE,
                            PortPhysicalState.LINK_UP,
                            100,
                            "100 Gb/sec (4X EDR)",
                            Lid.of(1),
                            0,
                            Lid.of(9),
                            0,
                            name.equals("test0") ? 0 : PortCapability.IS_SM_DISABLED.code(),
                            0,
                            Guid.of(2),
                            "InfiniBand",
                            List.of(0xffff, 0x8001, 0x0002))));
        }

        @Override
        public List<GidEntry> gids(String device, int port) {
            throw new RdmaException("the test does not expect this call");
        }

        @Override
        public MadChannel openMadChannel(String device, int port) {
            if (!deviceNames().contains(device) || port != 1) {
                throw new RdmaException("there are only test0/1 and test1/1");
            }
            ScriptedChannel opened = new ScriptedChannel(segments);
            channels.add(opened);
            return opened;
        }

        @Override
        public IsSm openIsSm(String device, int port) {
            throw new RdmaException("the test does not expect this call");
        }

        @Override
        public void close() {}
    }
}
