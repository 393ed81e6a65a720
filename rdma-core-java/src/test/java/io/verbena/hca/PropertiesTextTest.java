package io.verbena.hca;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.iba.Guid;
import io.verbena.iba.Lid;
import io.verbena.iba.Mtu;
import io.verbena.iba.NodeType;
import io.verbena.iba.PortPhysicalState;
import io.verbena.iba.PortState;
import java.util.EnumSet;
import org.junit.jupiter.api.Test;

/** What people see of a device and of a port. */
class PropertiesTextTest {

    @Test
    void aDeviceIsAListOfWhatItCan() {
        DeviceProperties device = new DeviceProperties(
                Transport.INFINIBAND,
                NodeType.CHANNEL_ADAPTER,
                "16.35.1012",
                Guid.of(0x506b4b0300c0ffeeL),
                Guid.of(0x506b4b0300c0ffeeL),
                0x2c9,
                4119,
                0,
                1,
                8,
                EnumSet.of(DeviceCapability.XRC, DeviceCapability.MEMORY_WINDOW),
                AtomicCapability.DEVICE,
                16,
                new DeviceLimits(
                        1L << 40, 262144, 32768, 30, 30, 16777216, 4194303, 16777216, 16777216, 16, 16, 16777216, 0,
                        8388608, 32767, 31, 2097152, 240, 503316480, 128));

        assertThat(device).hasToString("""
                transport:                      InfiniBand
                node_type:                      Channel Adapter
                firmware_version:               16.35.1012
                node_guid:                      506b:4b03:00c0:ffee
                system_image_guid:              506b:4b03:00c0:ffee
                vendor_id:                      713
                vendor_part_id:                 4119
                hardware_version:               0
                ports:                          1
                completion_vectors:             8
                capabilities:                   MEM_WINDOW, XRC
                atomics:                        ATOMIC_HCA
                local_ack_delay:                16
                limits:
                  max_region_bytes:             1099511627776
                  max_queue_pairs:              262144
                  max_requests:                 32768
                  max_segments:                 30
                  max_read_segments:            30
                  max_completion_queues:        16777216
                  max_completion_queue_entries: 4194303
                  max_regions:                  16777216
                  max_protection_domains:       16777216
                  max_reads_answered:           16
                  max_reads_begun:              16
                  max_windows:                  16777216
                  max_address_handles:          0
                  max_shared_receive_queues:    8388608
                  max_shared_receive_requests:  32767
                  max_shared_receive_segments:  31
                  max_multicast_groups:         2097152
                  max_queue_pairs_of_group:     240
                  max_multicast_attaches:       503316480
                  max_partition_keys:           128
                """);
        assertThat(device.can(DeviceCapability.XRC)).isTrue();
        assertThat(device.can(DeviceCapability.MEMORY_WINDOW_TYPE_2B)).isFalse();
    }

    @Test
    void aPortIsAListOfWhatItIs() {
        PortProperties port = new PortProperties(
                1,
                PortState.ACTIVE,
                PortPhysicalState.LINK_UP,
                LinkLayer.INFINIBAND,
                Mtu.MTU_2048,
                Mtu.MTU_4096,
                Lid.of(4),
                0,
                Lid.of(1),
                0,
                8,
                128,
                1L << 30,
                4,
                25_000,
                0x10000);

        assertThat(port).hasToString("""
                number:                         1
                state:                          Active
                physical_state:                 LinkUp
                link_layer:                     InfiniBand
                active_mtu:                     2048
                max_mtu:                        4096
                lid:                            4
                lmc:                            0
                sm_lid:                         1
                sm_service_level:               0
                gids:                           8
                partition_keys:                 128
                max_message_bytes:              1073741824
                lanes:                          4
                lane_megabits:                  25000
                capability_mask:                65536
                """);
        assertThat(port.rate()).isEqualTo(100);
    }
}
