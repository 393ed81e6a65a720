package io.verbena.linux;

import io.verbena.hca.DeviceProperties;
import io.verbena.hca.PortProperties;
import io.verbena.iba.Gid;
import io.verbena.iba.Guid;
import io.verbena.spi.DeviceAttributes;
import io.verbena.spi.PortAttributes;
import io.verbena.spi.verbs.VerbsQueries;
import java.util.List;
import java.util.stream.IntStream;

/** What a device is by libibverbs, where libibumad is missing. */
final class DeviceByVerbs {
    private DeviceByVerbs() {}

    static DeviceAttributes read(String name) {
        LinuxVerbs device = LinuxVerbs.open(name);
        try {
            VerbsQueries queries = device.queries();
            DeviceProperties properties = queries.queryDevice();
            List<PortAttributes> ports = IntStream.rangeClosed(1, properties.ports())
                    .mapToObj(number -> port(queries, number))
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

    private static PortAttributes port(VerbsQueries queries, int number) {
        PortProperties port = queries.queryPort(number);
        Gid gid = queries.queryGid(number, 0).map(entry -> entry.gid()).orElse(Gid.ZERO);
        return new PortAttributes(
                number,
                port.state(),
                port.physicalState(),
                port.rate(),
                port.lid(),
                port.lmc(),
                port.smLid(),
                port.smServiceLevel(),
                port.capabilities().bits(),
                gid.prefix(),
                Guid.of(gid.interfaceId()),
                port.linkLayer().text(),
                IntStream.range(0, port.partitionKeys())
                        .map(index -> queries.queryPartitionKey(number, index))
                        .boxed()
                        .toList());
    }
}
