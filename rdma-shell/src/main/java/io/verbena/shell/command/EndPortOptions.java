package io.verbena.shell.command;

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

    @Nullable Duration timeout() {
        return timeoutMillis == null ? null : Duration.ofMillis(timeoutMillis);
    }

    EndPortOptions over(EndPortOptions outer) {
        EndPortOptions merged = new EndPortOptions();
        merged.device = device != null ? device : outer.device;
        merged.port = port != null ? port : outer.port;
        merged.timeoutMillis = timeoutMillis != null ? timeoutMillis : outer.timeoutMillis;
        merged.pcap = pcap != null ? pcap : outer.pcap;
        return merged;
    }
}
