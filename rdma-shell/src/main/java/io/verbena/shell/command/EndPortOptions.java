package io.verbena.shell.command;

import io.verbena.Rdma;
import io.verbena.device.EndPort;
import io.verbena.mad.MadOptions;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where the requests of a command leave, and how long it waits for answers. */
final class EndPortOptions {
    @Option(
            names = {"-C", "--Ca"},
            paramLabel = "DEVICE",
            description = "The device to use, by name.")
    @Nullable String device;

    @Option(
            names = {"-P", "--Port"},
            paramLabel = "PORT",
            description = "The port to use: a number, DEVICE/PORT, a GID or a port GUID.")
    @Nullable String port;

    @Option(
            names = {"-t", "--timeout"},
            paramLabel = "MS",
            description = "Wait so many milliseconds for each answer; 500 unless given.")
    @Nullable Integer timeoutMillis;

    @Option(
            names = "--pcap",
            paramLabel = "FILE",
            description = "Write every packet that is sent and received to FILE, for Wireshark.")
    @Nullable Path pcap;

    /** Whether they say where requests leave. */
    boolean isNamed() {
        return device != null || port != null;
    }

    /** The end port that they name, or the one that is used when they name none. */
    EndPort find(Rdma rdma) {
        if (device != null && port != null) {
            return rdma.endPort(device + "/" + port);
        }
        if (port != null) {
            boolean number = port.matches("[0-9]+");
            return rdma.endPort(number ? rdma.defaultEndPort().device().name() + "/" + port : port);
        }
        return device != null ? rdma.endPort(device) : rdma.defaultEndPort();
    }

    /** These options with the timeout that was given. */
    MadOptions over(MadOptions defaults) {
        return timeoutMillis == null ? defaults : defaults.withTimeout(Duration.ofMillis(timeoutMillis));
    }

    EndPortOptions withoutPcap() {
        EndPortOptions copy = over(new EndPortOptions());
        copy.pcap = null;
        return copy;
    }

    /** These options, and where they say nothing, those of {@code outer}. */
    EndPortOptions over(EndPortOptions outer) {
        EndPortOptions merged = new EndPortOptions();
        merged.device = device != null ? device : outer.device;
        merged.port = port != null ? port : outer.port;
        merged.timeoutMillis = timeoutMillis != null ? timeoutMillis : outer.timeoutMillis;
        merged.pcap = pcap != null ? pcap : outer.pcap;
        return merged;
    }
}
