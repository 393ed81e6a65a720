package io.verbena.embedded;

import io.verbena.device.NoSuchDeviceException;
import io.verbena.embedded.agent.Traps;
import io.verbena.embedded.cm.EmbeddedCm;
import io.verbena.embedded.hca.HcaDriver;
import io.verbena.embedded.node.CounterSet;
import io.verbena.embedded.node.FabricNode;
import io.verbena.embedded.node.FabricPort;
import io.verbena.embedded.time.Timeline;
import io.verbena.error.RdmaException;
import io.verbena.hca.GidType;
import io.verbena.hca.Transport;
import io.verbena.iba.LaneSpeed;
import io.verbena.iba.LinkRate;
import io.verbena.iba.PortInfo;
import io.verbena.spi.DeviceAttributes;
import io.verbena.spi.GidEntry;
import io.verbena.spi.IsSm;
import io.verbena.spi.MadChannel;
import io.verbena.spi.PortAttributes;
import io.verbena.spi.RdmaDriver;
import io.verbena.spi.cm.CmDriver;
import io.verbena.spi.verbs.VerbsDriver;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The fabric as seen from one host, with its only device. */
final class EmbeddedDriver implements RdmaDriver, OwnedResources.Child {
    /** The counter names of {@code /sys/class/infiniband}, with the fields that contain the counters. */
    private static final Map<String, String> COUNTERS = new LinkedHashMap<>();

    static {
        COUNTERS.put("symbol_error", "symbolErrorCounter");
        COUNTERS.put("link_error_recovery", "linkErrorRecoveryCounter");
        COUNTERS.put("link_downed", "linkDownedCounter");
        COUNTERS.put("port_rcv_errors", "portRcvErrors");
        COUNTERS.put("port_rcv_remote_physical_errors", "portRcvRemotePhysicalErrors");
        COUNTERS.put("port_rcv_switch_relay_errors", "portRcvSwitchRelayErrors");
        COUNTERS.put("port_xmit_discards", "portXmitDiscards");
        COUNTERS.put("port_xmit_constraint_errors", "portXmitConstraintErrors");
        COUNTERS.put("port_rcv_constraint_errors", "portRcvConstraintErrors");
        COUNTERS.put("local_link_integrity_errors", "localLinkIntegrityErrors");
        COUNTERS.put("excessive_buffer_overrun_errors", "excessiveBufferOverrunErrors");
        COUNTERS.put("VL15_dropped", "vl15Dropped");
        COUNTERS.put("port_xmit_data", "portXmitData");
        COUNTERS.put("port_rcv_data", "portRcvData");
        COUNTERS.put("port_xmit_packets", "portXmitPkts");
        COUNTERS.put("port_rcv_packets", "portRcvPkts");
        COUNTERS.put("port_xmit_wait", "portXmitWait");
    }

    private final Fabric fabric;
    private final ConnectionManagers connectionManagers;
    private final FabricNode host;
    private final OwnedResources owner;
    private final OwnedResources children = new OwnedResources();

    EmbeddedDriver(Fabric fabric, ConnectionManagers connectionManagers, FabricNode host, OwnedResources owner) {
        this.fabric = fabric;
        this.connectionManagers = connectionManagers;
        this.host = host;
        this.owner = owner;
    }

    @Override
    public List<String> deviceNames() {
        return host.isUnplugged() ? List.of() : List.of(Fabric.DEVICE);
    }

    @Override
    public DeviceAttributes device(String name) {
        requireDevice(name);
        return fabric.timeline.get(this::attributes);
    }

    private DeviceAttributes attributes() {
        return new DeviceAttributes(
                Fabric.DEVICE,
                host.type(),
                Transport.INFINIBAND,
                "embedded",
                "1.0",
                "0",
                host.guid(),
                host.systemImageGuid(),
                host.ports().map(EmbeddedDriver::attributes).toList());
    }

    static PortAttributes attributes(FabricPort port) {
        PortInfo info = port.info();
        return new PortAttributes(
                port.number(),
                info.portState(),
                info.portPhysicalState(),
                (int) LinkRate.gigabits(info),
                rateText(info),
                info.lid(),
                info.lmc(),
                info.masterSmLid(),
                info.masterSmSl(),
                info.capabilityMaskBits(),
                info.gidPrefix(),
                port.guid(),
                "InfiniBand",
                Arrays.stream(port.keys().toArray()).boxed().toList());
    }

    // In the form of the kernel.
    private static String rateText(PortInfo info) {
        double rate = LinkRate.gigabits(info);
        String number = rate == Math.rint(rate) ? String.valueOf((int) rate) : String.valueOf(rate);
        return number + " Gb/sec (" + info.linkWidthActive().text() + " " + LaneSpeed.active(info) + ")";
    }

    @Override
    public List<GidEntry> gids(String device, int port) {
        FabricPort local = local(device, port);
        PortAttributes attributes = fabric.timeline.get(() -> attributes(local));
        return List.of(new GidEntry(0, attributes.defaultGid(), GidType.INFINIBAND, ""));
    }

    @Override
    public String description(String device) {
        requireDevice(device);
        return fabric.timeline.get(host::description);
    }

    @Override
    public void describe(String device, String text) {
        requireDevice(device);
        fabric.timeline.run(() -> {
            if (!text.equals(host.description())) {
                host.description(text);
                host.ports().forEach(port -> fabric.agents.traps().descriptionChanged(port));
            }
        });
    }

    @Override
    public int reregistrations(String device, int port) {
        FabricPort local = local(device, port);
        return fabric.timeline.get(local::reregistrations);
    }

    @Override
    public Map<String, Long> counters(String device, int port) {
        FabricPort local = local(device, port);
        return fabric.timeline.get(() -> counters(local.counters()));
    }

    private static Map<String, Long> counters(CounterSet counters) {
        Map<String, Long> named = new LinkedHashMap<>();
        COUNTERS.forEach((name, field) -> named.put(name, counters.get(CounterSet.slot(field))));
        return Collections.unmodifiableMap(named);
    }

    @Override
    public MadChannel openMadChannel(String device, int port) {
        EmbeddedMadChannel channel = new EmbeddedMadChannel(fabric, local(device, port), children);
        children.add(channel);
        return channel;
    }

    @Override
    public IsSm openIsSm(String device, int port) {
        EmbeddedIsSm held = new EmbeddedIsSm(fabric, local(device, port), children);
        children.add(held);
        return held;
    }

    @Override
    public List<String> verbsDeviceNames() {
        return deviceNames();
    }

    @Override
    public VerbsDriver openVerbs(String device) {
        requireDevice(device);
        return new HcaDriver(device, fabric.adapters.adapter(host));
    }

    @Override
    public VerbsDriver importVerbs(int descriptor) {
        return HcaDriver.imported(Fabric.DEVICE, fabric.adapters.adapter(host), descriptor);
    }

    @Override
    public CmDriver openCm() {
        EmbeddedCm cm = new EmbeddedCm(connectionManagers.of(host));
        Runnable removal = fabric.onRemoval(host, cm::deviceRemoved);
        children.add(() -> {
            removal.run();
            cm.close();
        });
        return cm;
    }

    private FabricPort local(String device, int port) {
        requireDevice(device);
        FabricPort local = host.port(port);
        if (local == null) {
            throw new RdmaException(device + " has no port " + port + "; its ports are 1 to " + host.numPorts());
        }
        return local;
    }

    private void requireDevice(String name) {
        if (!name.equals(Fabric.DEVICE)) {
            throw new NoSuchDeviceException(
                    "there is no device '" + name + "'; the embedded fabric has " + Fabric.DEVICE);
        }
        if (host.isUnplugged()) {
            throw new NoSuchDeviceException("there is no device '" + name + "' any more: the adapter of " + host
                    + " was removed (EmbeddedNode.unplug)");
        }
    }

    @Override
    public void close() {
        children.close();
        owner.remove(this);
    }

    /** The role of the subnet manager at a port, which one program at a time has. */
    static final class EmbeddedIsSm implements IsSm, OwnedResources.Child {
        private final Timeline timeline;
        private final Traps traps;
        private final FabricPort port;
        private final OwnedResources owner;
        private final FabricPort.Manager before;
        private boolean closed;

        EmbeddedIsSm(Fabric fabric, FabricPort port, OwnedResources owner) {
            this.timeline = fabric.timeline;
            this.traps = fabric.agents.traps();
            this.port = port;
            this.owner = owner;
            this.before = timeline.get(this::hold);
        }

        private FabricPort.Manager hold() {
            FabricPort.Manager found = port.manager();
            if (found == FabricPort.Manager.PROGRAM) {
                throw new RdmaException("another program is the subnet manager at " + port + "; stop it first");
            }
            change(FabricPort.Manager.PROGRAM);
            return found;
        }

        @Override
        public void close() {
            timeline.run(this::release);
            owner.remove(this);
        }

        private void release() {
            if (!closed) {
                closed = true;
                change(before);
            }
        }

        private void change(FabricPort.Manager next) {
            boolean was = port.manager() != FabricPort.Manager.NONE;
            port.manager(next);
            if (was != (next != FabricPort.Manager.NONE)) {
                traps.capabilitiesChanged(port);
            }
        }
    }
}
