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
import io.verbena.trace.PacketListener;
import io.verbena.trace.PcapFile;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The fabric that a command works on. What it opens is closed with it; what it was lent is not. */
final class Session implements AutoCloseable {
    private final String fabric;
    private final Rdma rdma;
    private final Supplier<EndPort> endPort;
    private final Supplier<MadTransactor> transactor;
    private final boolean lent;
    private final Runnable end;
    private @Nullable MadTransactor mad;

    private Session(
            String fabric,
            Rdma rdma,
            Supplier<EndPort> endPort,
            Supplier<MadTransactor> transactor,
            boolean lent,
            Runnable end) {
        this.fabric = fabric;
        this.rdma = rdma;
        this.endPort = endPort;
        this.transactor = transactor;
        this.lent = lent;
        this.end = end;
    }

    /** A fabric of its own. */
    static Session open(String fabric, EndPortOptions options, MadOptions madOptions, @Nullable Tracer tracer) {
        Rdma.Builder builder = Rdma.builder().fabric(fabric).mad(madOptions);
        if (tracer != null) {
            builder.tracer(tracer);
        }
        if (options.pcap != null) {
            builder.packets(PcapFile.open(options.pcap));
        }
        Rdma rdma = builder.open();
        return new Session(
                fabric, rdma, () -> options.find(rdma), () -> rdma.mad(options.find(rdma)), false, rdma::close);
    }

    /** The fabric of a host; from its end port and by its transactor, where the options do not say otherwise. */
    static Session within(FabricHost host, EndPortOptions options, MadOptions madOptions, @Nullable Tracer tracer) {
        Rdma rdma = host.rdma();
        Supplier<EndPort> endPort = () -> options.isNamed() ? options.find(rdma) : host.endPort();
        boolean lent = !options.isNamed() && madOptions.equals(host.madOptions());
        PacketListener packets = options.pcap == null ? null : PcapFile.open(options.pcap);
        host.trace(tracer, packets);
        return new Session(
                host.fabric(),
                rdma,
                endPort,
                lent ? host::mad : () -> rdma.mad(endPort.get(), madOptions),
                lent,
                () -> {
                    host.trace(null, null);
                    if (packets != null) {
                        packets.close();
                    }
                });
    }

    Rdma rdma() {
        return rdma;
    }

    /** The port that the options name, or the one that is used when they name none. */
    EndPort endPort() {
        return endPort.get();
    }

    MadTransactor mad() {
        if (mad == null) {
            mad = transactor.get();
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
        if (mad != null && !lent) {
            mad.close();
        }
        end.run();
    }
}
