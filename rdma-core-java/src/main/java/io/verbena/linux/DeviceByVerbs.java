package io.verbena.linux;

import io.verbena.hca.DeviceProperties;
import io.verbena.hca.PortProperties;
import io.verbena.iba.Gid;
import io.verbena.iba.Guid;
import io.verbena.spi.DeviceAttributes;
import io.verbena.spi.PortAttributes;
import java.util.List;
import java.util.stream.IntStream;

/** Reads the attributes of a device by libibverbs, for hosts without libibumad. */
final class DeviceByVerbs {
    private DeviceByVerbs() {}

    static DeviceAttributes read(String name) {
        LinuxVerbs device = LinuxVerbs.open(name);
        try {
            DeviceProperties properties = device.queryDevice();
            List<PortAttributes> ports = IntStream.rangeClosed(1, properties.ports())
                    .mapToObj(number -> port(device, number))
                    .toList();
            return new DeviceAttributes(
                    name,
                    properties.nodeType(),
                    properties.transport(),
                    "",
                    properties.firmwareVersion(),
                    Integer.toHexString(properties.hardwareVersion()),
                    properties.nodeGuid(),
                    properties.systemImageGuid(),
                    ports);
        } finally {
            device.close();
        }
    }

    private static PortAttributes port(LinuxVerbs device, int number) {
        PortProperties port = device.queryPort(number);
        Gid gid = device.queryGid(number, 0).map(entry -> entry.gid()).orElse(Gid.ZERO);
        return new PortAttributes(
                number,
                port.state(),
                port.physicalState(),
                (int) (port.lanes() * port.laneSpeed().nominal()),
                port.lid(),
                port.lmc(),
                port.smLid(),
                port.smServiceLevel(),
                port.capabilities().bits(),
                gid.prefix(),
                Guid.of(gid.interfaceId()),
                port.linkLayer().text(),
                IntStream.range(0, port.partitionKeys())
                        .map(index -> device.queryPartitionKey(number, index))
                        .boxed()
                        .toList());
    }
}
