package io.verbena.spring.boot.info;

import io.verbena.Rdma;
import io.verbena.device.Device;
import io.verbena.error.RdmaException;
import io.verbena.spring.boot.autoconfigure.RdmaFabricDetails;
import java.util.LinkedHashMap;
import java.util.Map;
import org.springframework.boot.actuate.info.Info;
import org.springframework.boot.actuate.info.InfoContributor;

/** The version of Verbena, the fabric, and the devices with their firmware. */
final class RdmaInfoContributor implements InfoContributor {
    private final Rdma rdma;
    private final RdmaFabricDetails fabric;

    RdmaInfoContributor(Rdma rdma, RdmaFabricDetails fabric) {
        this.rdma = rdma;
        this.fabric = fabric;
    }

    @Override
    public void contribute(Info.Builder builder) {
        Map<String, Object> about = new LinkedHashMap<>();
        String version = Rdma.class.getPackage().getImplementationVersion();
        about.put("version", version == null ? "unknown" : version);
        about.put("fabric", fabric.fabric());
        try {
            Map<String, String> devices = new LinkedHashMap<>();
            for (Device device : rdma.devices()) {
                devices.put(device.name(), firmware(device));
            }
            about.put("devices", devices);
        } catch (RdmaException e) {
            about.put("error", String.valueOf(e.getMessage()));
        }
        builder.withDetail("rdma", about);
    }

    private static String firmware(Device device) {
        return device.attributes().hardwareType() + " " + device.attributes().firmwareVersion();
    }
}
