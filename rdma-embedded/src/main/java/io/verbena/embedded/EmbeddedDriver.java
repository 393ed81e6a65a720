package io.verbena.embedded;

import io.verbena.embedded.cm.EmbeddedCm;
import io.verbena.embedded.hca.HcaDriver;
import io.verbena.embedded.node.Node;
import io.verbena.embedded.node.Port;
import io.verbena.error.RdmaException;
import io.verbena.hca.GidType;
import io.verbena.hca.Transport;
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
import java.util.List;
import java.util.Map;

/** The fabric as one host sees it, by its only device. */
final class EmbeddedDriver implements RdmaDriver, Closing.Child {
    static final String DEVICE = "emb0";

    private final Fabric fabric;
    private final Node host;
    private final Closing owner;
    private final Closing children = new Closing();

    EmbeddedDriver(Fabric fabric, Node host, Closing owner) {
        this.fabric = fabric;
        this.host = host;
        this.owner = owner;
    }

    @Override
    public List<String> deviceNames() {
        return List.of(DEVICE);
    }

    @Override
    public DeviceAttributes device(String name) {
        requireDevice(name);
        return fabric.timeline().get(this::attributes);
    }

    private DeviceAttributes attributes() {
        return new DeviceAttributes(
                DEVICE,
                host.type(),
                Transport.INFINIBAND,
                "embedded",
                "1.0",
                "0",
                host.guid(),
                host.systemImageGuid(),
                host.ports().map(EmbeddedDriver::attributes).toList());
    }

    private static PortAttributes attributes(Port port) {
        PortInfo info = port.info();
        return new PortAttributes(
                port.number(),
                info.portState(),
                info.portPhysicalState(),
                (int) LinkRate.gigabits(info),
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

    @Override
    public List<GidEntry> gids(String device, int port) {
        Port local = local(device, port);
        PortAttributes attributes = fabric.timeline().get(() -> attributes(local));
        return List.of(new GidEntry(0, attributes.defaultGid(), GidType.INFINIBAND, ""));
    }

    @Override
    public String description(String device) {
        requireDevice(device);
        return fabric.timeline().get(host::description);
    }

    @Override
    public void describe(String device, String text) {
        requireDevice(device);
        fabric.timeline().run(() -> {
            if (!text.equals(host.description())) {
                host.description(text);
                host.ports().forEach(port -> fabric.agents().traps().descriptionChanged(port));
            }
        });
    }

    @Override
    public int reregistrations(String device, int port) {
        Port local = local(device, port);
        return fabric.timeline().get(local::reregistrations);
    }

    @Override
    public Map<String, Long> counters(String device, int port) {
        Port local = local(device, port);
        return fabric.timeline().get(() -> LocalCounters.of(local.counters()));
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
        return new HcaDriver(device, fabric.network().adapter(host));
    }

    @Override
    public CmDriver openCm() {
        EmbeddedCm cm = new EmbeddedCm(fabric.connectionManagers().of(host));
        children.add(cm::close);
        return cm;
    }

    private Port local(String device, int port) {
        requireDevice(device);
        Port local = host.port(port);
        if (local == null) {
            throw new RdmaException(device + " has no port " + port + "; its ports are 1 to " + host.numPorts());
        }
        return local;
    }

    private static void requireDevice(String name) {
        if (!name.equals(DEVICE)) {
            throw new RdmaException("there is no device '" + name + "'; the embedded fabric has " + DEVICE);
        }
    }

    @Override
    public void close() {
        children.close();
        owner.remove(this);
    }
}
