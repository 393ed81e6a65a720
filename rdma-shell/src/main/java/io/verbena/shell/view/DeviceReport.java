package io.verbena.shell.view;

import io.verbena.hca.DeviceExtensions;
import io.verbena.hca.DeviceProperties;
import io.verbena.hca.GidTableEntry;
import io.verbena.hca.PortProperties;
import io.verbena.verbs.Context;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What verbs tell of a device.
 *
 * @param device its name
 * @param properties what it is
 * @param extensions what it can beyond that
 * @param ports those that were asked for
 */
public record DeviceReport(String device, DeviceProperties properties, DeviceExtensions extensions, List<Port> ports) {

    /**
     * What verbs tell of a port.
     *
     * @param properties what it is now
     * @param gids its GIDs
     */
    public record Port(PortProperties properties, List<GidTableEntry> gids) {}

    /** Of one port of a device, or of all if the number is 0. */
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
