package io.verbena.shell.command;

import io.verbena.Rdma;
import io.verbena.device.EndPort;
import io.verbena.error.RdmaException;
import io.verbena.mad.MadOptions;
import io.verbena.mad.MadTransactor;
import io.verbena.path.DirectedPath;
import io.verbena.path.IbPath;
import io.verbena.path.Path;
import io.verbena.subnet.Port;
import io.verbena.subnet.Subnet;
import io.verbena.trace.PcapFile;
import org.jspecify.annotations.Nullable;

/** The fabric that a command works on. What it opens is closed with it. */
final class Session implements AutoCloseable {
    private final String fabric;
    private final EndPortOptions options;
    private final Rdma rdma;
    private @Nullable MadTransactor mad;

    private Session(String fabric, EndPortOptions options, Rdma rdma) {
        this.fabric = fabric;
        this.options = options;
        this.rdma = rdma;
    }

    static Session open(CommonOptions common, EndPortOptions options, MadOptions madOptions, Tracer tracer) {
        Rdma.Builder builder = Rdma.builder().fabric(common.fabric()).mad(madOptions);
        if (common.debugLevel() > 0) {
            builder.tracer(tracer);
        }
        if (options.pcap != null) {
            builder.packets(PcapFile.open(options.pcap));
        }
        return new Session(common.fabric(), options, builder.open());
    }

    Rdma rdma() {
        return rdma;
    }

    /** The port that the options name, or the one that is used when they name none. */
    EndPort endPort() {
        if (options.device != null && options.port != null) {
            return rdma.endPort(options.device + "/" + options.port);
        }
        if (options.port != null) {
            boolean number = options.port.matches("[0-9]+");
            return rdma.endPort(number ? rdma.defaultEndPort().device().name() + "/" + options.port : options.port);
        }
        return options.device != null ? rdma.endPort(options.device) : rdma.defaultEndPort();
    }

    MadTransactor mad() {
        if (mad == null) {
            mad = rdma.mad(endPort());
        }
        return mad;
    }

    Subnet discover() {
        return rdma.discovery(mad()).run();
    }

    /** A path that packets can be sent to. Where there is no subnet administration, GIDs are looked for by discovery. */
    Path resolve(Path path) {
        if (!(path instanceof IbPath ibPath) || ibPath.isResolved()) {
            return path;
        }
        if (!fabric.startsWith("embedded")) {
            return rdma.sa(mad()).resolve(ibPath);
        }
        return discover()
                .port(ibPath.dgid().guid())
                .map(Session::pathTo)
                .orElseThrow(() -> new RdmaException("no port of this subnet has the GUID "
                        + ibPath.dgid().guid().toHex()));
    }

    private static Path pathTo(Port port) {
        DirectedPath directed = port.node().path();
        return port.lid().isUnicast() ? IbPath.to(port.lid()) : directed;
    }

    @Override
    public void close() {
        rdma.close();
    }
}
