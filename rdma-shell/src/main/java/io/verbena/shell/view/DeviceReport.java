package io.verbena.shell.view;

import io.verbena.hca.DeviceExtensions;
import io.verbena.hca.DeviceProperties;
import io.verbena.hca.GidTableEntry;
import io.verbena.hca.PortProperties;
import io.verbena.verbs.Context;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The attributes of a device.
 *
 * @param device the name of the device
 * @param properties its attributes
 * @param extensions its extended attributes
 * @param ports the requested ports
 */
public record DeviceReport(String device, DeviceProperties properties, DeviceExtensions extensions, List<Port> ports) {

    /**
     * The attributes of a port.
     *
     * @param properties the attributes of the port
     * @param gids the GID table
     */
    public record Port(PortProperties properties, List<GidTableEntry> gids) {}

    /** Reads the attributes of a device and one of its ports, or all ports if the number is 0. */
    public static DeviceReport of(Context context, int port) {
        DeviceProperties properties = context.properties();
        List<Port> ports = (port == 0 ? IntStream.rangeClosed(1, properties.ports()) : IntStream.of(port))
                .mapToObj(number -> port(context, number))
                .toList();
        return new DeviceReport(context.device(), properties, context.extensions(), ports);
    }

    private static Port port(Context context, int number) {
        PortProperties properties = context.port(number);
        List<GidTableEntry> gids =
                context.gids().stream().filter(gid -> gid.port() == number).toList();
        return new Port(properties, gids);
    }
}
