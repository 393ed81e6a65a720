package io.verbena.shell.command.data;

import io.verbena.Rdma;
import io.verbena.device.EndPort;
import io.verbena.device.NoSuchDeviceException;
import io.verbena.hca.QueuePairType;
import io.verbena.iba.Mtu;
import io.verbena.shell.cli.Numbers;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Base class of the measurements: the options that those of this library share with those of perftest. */
abstract class MeasuringCommand extends PeerCommand {
    @Mixin
    MeasureDevice device = new MeasureDevice();

    @Option(
            names = {"-c", "--connection"},
            paramLabel = "SERVICE",
            description = "Transport service: RC; for sends and writes also UC; for sends also UD (default: RC).")
    String service = QueuePairType.RC.text();

    @Option(
            names = {"-D", "--duration"},
            paramLabel = "TIME",
            description = "Measure for this time instead: seconds, or a number with ms or s.")
    @Nullable String duration;

    @Option(
            names = {"-m", "--mtu"},
            paramLabel = "BYTES",
            description = "Path MTU: 256, 512, 1024, 2048 or 4096 (default: the active MTU of the ports).")
    String mtu = Mtu.MTU_4096.text();

    @Option(
            names = {"-S", "--sl"},
            paramLabel = "SL",
            description = "Service level (default: 0).")
    int serviceLevel;

    @Option(
            names = {"-x", "--gid-index"},
            paramLabel = "INDEX",
            description = "GID index (default: the first on Ethernet, none on InfiniBand).")
    int gidIndex = -1;

    @Option(
            names = "--timeout",
            paramLabel = "TIME",
            description = "Timeout for a response of the peer, for example 500ms or 10s (default: 30s).")
    String timeout = "30s";

    final QueuePairType service() {
        QueuePairType[] services = {QueuePairType.RC, QueuePairType.UC, QueuePairType.UD};
        return MeasureRanges.named("--connection", service, services, QueuePairType::text);
    }

    /** Returns the duration; zero if a number of messages is measured, which {@code counted} tells. */
    final Duration duration(boolean counted) {
        return duration == null ? Duration.ZERO : MeasureRanges.duration(duration, counted);
    }

    final Mtu mtu() {
        Mtu[] known = {Mtu.MTU_256, Mtu.MTU_512, Mtu.MTU_1024, Mtu.MTU_2048, Mtu.MTU_4096};
        return MeasureRanges.named("--mtu", mtu, known, Mtu::text);
    }

    final int serviceLevel() {
        return Numbers.within("--sl", serviceLevel, 0, 15);
    }

    final int gidIndex() {
        return Numbers.within("--gid-index", gidIndex, -1, 255);
    }

    final Duration timeout() {
        return Numbers.duration("--timeout", timeout);
    }

    static final class MeasureDevice {
        @Option(
                names = {"-d", "--ib-dev", "-C", "--Ca"},
                paramLabel = "DEVICE",
                description = "Device (default: the first; with -R, the device that reaches HOST).")
        @Nullable String device;

        @Option(
                names = {"-i", "--ib-port"},
                paramLabel = "PORT",
                description = "Port of the device (default: 1).")
        @Nullable Integer port;

        @Option(
                names = {"-P", "--Port"},
                paramLabel = "PORT",
                description = "Port: a number, DEVICE/PORT, a GID or a port GUID.")
        @Nullable String endPort;

        /** Returns the selected end port; null if none was selected. */
        @Nullable EndPort place(Rdma rdma) {
            if (endPort != null && port != null) {
                throw new IllegalArgumentException("--ib-port and --Port are mutually exclusive");
            }
            if (endPort != null && !endPort.matches("[0-9]+")) {
                return rdma.endPort(endPort);
            }
            if (device == null && port == null && endPort == null) {
                return null;
            }
            String number = endPort != null ? endPort : String.valueOf(port == null ? 1 : port);
            return rdma.endPort((device == null ? first(rdma) : device) + "/" + number);
        }

        static String first(Rdma rdma) {
            return rdma.verbsDevices().stream()
                    .findFirst()
                    .orElseThrow(() -> new NoSuchDeviceException("this fabric has no device that supports verbs"));
        }
    }
}
