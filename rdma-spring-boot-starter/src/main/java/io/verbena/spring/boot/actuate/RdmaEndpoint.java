package io.verbena.spring.boot.actuate;

import io.verbena.Rdma;
import io.verbena.device.Device;
import io.verbena.error.RdmaException;
import io.verbena.mad.MadOptions;
import io.verbena.mad.MadStatistics;
import io.verbena.mad.MadTransactor;
import io.verbena.spi.DeviceAttributes;
import io.verbena.spi.PortAttributes;
import io.verbena.spring.boot.autoconfigure.ManagementAccess;
import io.verbena.spring.boot.subnet.SubnetService;
import io.verbena.spring.boot.subnet.SubnetSnapshot;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;

/**
 * The endpoint {@code /actuator/rdma}: the devices of this host and their ports, the management traffic, and the subnet
 * manager.
 */
@Endpoint(id = "rdma")
public final class RdmaEndpoint {
    private final Rdma rdma;
    private final ObjectProvider<MadTransactor> transactor;
    private final ManagementAccess access;
    private final SubnetService service;

    RdmaEndpoint(Rdma rdma, ObjectProvider<MadTransactor> transactor, ManagementAccess access, SubnetService service) {
        this.rdma = rdma;
        this.transactor = transactor;
        this.access = access;
        this.service = service;
    }

    /**
     * The response of the endpoint.
     *
     * @param devices the devices of this host
     * @param transactor the sender of management datagrams, or null if there is none
     * @param subnet the last reading of the subnet, or null before the first
     * @param error the reason why a part is missing, or null
     */
    public record Description(
            List<DeviceDescription> devices,
            @Nullable TransactorDescription transactor,
            @Nullable SubnetDescription subnet,
            @Nullable String error) {}

    /** A device and its ports. */
    public record DeviceDescription(
            String name, String type, String firmware, String nodeGuid, List<PortDescription> ports) {
        static DeviceDescription of(DeviceAttributes device) {
            return new DeviceDescription(
                    device.name(),
                    device.hardwareType(),
                    device.firmwareVersion(),
                    device.nodeGuid().toHex(),
                    device.ports().stream().map(PortDescription::of).toList());
        }
    }

    /** A port of a device; the rate is in Gb/s. */
    public record PortDescription(
            int number,
            String state,
            String physicalState,
            int rate,
            int lid,
            int smLid,
            String portGuid,
            String linkLayer) {
        static PortDescription of(PortAttributes port) {
            return new PortDescription(
                    port.number(),
                    port.state().text(),
                    port.physicalState().text(),
                    port.rate(),
                    port.lid().bits(),
                    port.smLid().bits(),
                    port.portGuid().toHex(),
                    port.linkLayer());
        }
    }

    /** The sender of management datagrams and its statistics. */
    public record TransactorDescription(
            String endPort,
            boolean open,
            String timeout,
            int retries,
            long sent,
            long received,
            long dropped,
            long lost,
            int window) {
        static TransactorDescription of(MadTransactor mad) {
            MadOptions options = mad.options();
            MadStatistics counts = mad.statistics();
            return new TransactorDescription(
                    mad.endPort().name(),
                    mad.isOpen(),
                    options.timeout().toMillis() + "ms",
                    options.retries(),
                    counts.sent(),
                    counts.received(),
                    counts.dropped(),
                    counts.lost(),
                    counts.window());
        }
    }

    /** The last reading of the subnet. */
    public record SubnetDescription(
            Instant taken,
            long discoveryMillis,
            long sweepMillis,
            int nodes,
            int failures,
            int managerLid,
            String managerNode,
            boolean managerReachable,
            @Nullable String managerFailure) {
        static SubnetDescription of(SubnetSnapshot snapshot) {
            return new SubnetDescription(
                    snapshot.taken(),
                    snapshot.discoveryTime().toMillis(),
                    snapshot.sweepTime().toMillis(),
                    snapshot.subnet().nodes().size(),
                    snapshot.failures().size(),
                    snapshot.manager().lid().bits(),
                    snapshot.manager().node(),
                    snapshot.manager().isReachable(),
                    snapshot.manager().failure().orElse(null));
        }
    }

    /** Returns the current state of the devices and the last reading of the subnet. It sends no datagrams. */
    @ReadOperation
    public Description describe() {
        try {
            List<DeviceDescription> devices = rdma.devices().stream()
                    .map(Device::attributes)
                    .map(DeviceDescription::of)
                    .toList();
            MadTransactor mad = devices.isEmpty() ? null : transactor.getIfAvailable();
            return description(
                    devices,
                    mad == null ? null : TransactorDescription.of(mad),
                    access.refusal().map(RdmaException::getMessage));
        } catch (RdmaException e) {
            return description(List.of(), null, Optional.ofNullable(e.getMessage()));
        }
    }

    private Description description(
            List<DeviceDescription> devices, @Nullable TransactorDescription mad, Optional<String> error) {
        return new Description(
                devices,
                mad,
                service.latest().map(SubnetDescription::of).orElse(null),
                error.or(() -> service.lastFailure().map(RdmaException::getMessage))
                        .orElse(null));
    }
}
