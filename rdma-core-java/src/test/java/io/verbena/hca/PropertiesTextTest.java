package io.verbena.hca;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.iba.Gid;
import io.verbena.iba.Guid;
import io.verbena.iba.LaneSpeed;
import io.verbena.iba.Lid;
import io.verbena.iba.Mtu;
import io.verbena.iba.NodeType;
import io.verbena.iba.PortCapability;
import io.verbena.iba.PortCapability2;
import io.verbena.iba.PortPhysicalState;
import io.verbena.iba.PortState;
import io.verbena.iba.VirtualLanes;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Tests the texts of the attributes of a device and a port. */
class PropertiesTextTest {

    @Test
    void aDeviceIsAListOfWhatItCan() {
        DeviceProperties device = DeviceProperties.builder()
                .transport(Transport.INFINIBAND)
                .nodeType(NodeType.CHANNEL_ADAPTER)
                .firmwareVersion("16.35.1012")
                .nodeGuid(Guid.of(0x506b4b0300c0ffeeL))
                .systemImageGuid(Guid.of(0x506b4b0300c0ffeeL))
                .vendorId(0x2c9)
                .vendorPartId(4119)
                .ports(1)
                .completionVectors(8)
                .capabilities(Flags.of(DeviceCapability.XRC, DeviceCapability.MEMORY_WINDOW))
                .atomics(AtomicCapability.DEVICE)
                .localAckDelay(16)
                .limits(DeviceLimits.builder()
                        .maxRegionBytes(1L << 40)
                        .pageSizeMask(0xfffffffffffff000L)
                        .maxQueuePairs(262144)
                        .maxRequests(32768)
                        .maxSegments(30)
                        .maxReadSegments(30)
                        .maxCompletionQueues(16777216)
                        .maxCompletionQueueEntries(4194303)
                        .maxRegions(16777216)
                        .maxProtectionDomains(16777216)
                        .maxResponderResources(16)
                        .maxTotalResponderResources(4194304)
                        .maxInitiatorDepth(16)
                        .maxWindows(16777216)
                        .maxSharedReceiveQueues(8388608)
                        .maxSharedReceiveRequests(32767)
                        .maxSharedReceiveSegments(31)
                        .maxMulticastGroups(2097152)
                        .maxQueuePairsOfGroup(240)
                        .maxMulticastAttaches(503316480)
                        .maxPartitionKeys(128)
                        .build())
                .build();

        assertThat(device).hasToString("""
            transport:                      InfiniBand
            node_type:                      Channel Adapter
            firmware_version:               16.35.1012
            node_guid:                      506b:4b03:00c0:ffee
            system_image_guid:              506b:4b03:00c0:ffee
            vendor_id:                      0x02c9
            vendor_part_id:                 4119
            hardware_version:               0x0
            ports:                          1
            completion_vectors:             8
            capabilities:                   MEM_WINDOW, XRC
            atomics:                        ATOMIC_HCA
            local_ack_delay:                16
            limits:
              max_region_bytes:             1099511627776
              page_size_mask:               0xfffffffffffff000
              max_queue_pairs:              262144
              max_requests:                 32768
              max_segments:                 30
              max_read_segments:            30
              max_completion_queues:        16777216
              max_completion_queue_entries: 4194303
              max_regions:                  16777216
              max_protection_domains:       16777216
              max_responder_resources:      16
              max_total_responder_resources: 4194304
              max_initiator_depth:          16
              reliable_datagrams:
                max_contexts:               0
                max_domains:                0
                max_responder_resources:    0
                max_initiator_depth:        0
              max_windows:                  16777216
              max_raw_ipv6_queue_pairs:     0
              max_raw_ethertype_queue_pairs: 0
              max_address_handles:          0
              max_fast_regions:             0
              max_shared_receive_queues:    8388608
              max_shared_receive_requests:  32767
              max_shared_receive_segments:  31
              max_multicast_groups:         2097152
              max_queue_pairs_of_group:     240
              max_multicast_attaches:       503316480
              max_partition_keys:           128
            """);
    }

    @Test
    void aPortIsAListOfWhatItIs() {
        PortProperties port = PortProperties.builder()
                .number(1)
                .state(PortState.ACTIVE)
                .physicalState(PortPhysicalState.LINK_UP)
                .linkLayer(LinkLayer.INFINIBAND)
                .activeMtu(Mtu.MTU_2048)
                .maxMtu(Mtu.MTU_4096)
                .lid(Lid.of(4))
                .smLid(Lid.of(1))
                .gids(8)
                .partitionKeys(128)
                .maxMessageBytes(1L << 30)
                .lanes(4)
                .laneSpeed(LaneSpeed.EDR)
                .virtualLanes(VirtualLanes.VL0_TO_3)
                .capabilities(Flags.of(PortCapability.IS_COMMUNICATION_MANAGEMENT_SUPPORTED, PortCapability.IS_SM))
                .capabilities2(Flags.of(PortCapability2.class, 0x8001))
                .subnetTimeout(18)
                .badPartitionKeys(3)
                .badQueueKeys(4)
                .build();

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
            lane_speed:                     EDR
            virtual_lanes:                  VL0-3
            capabilities:                   IsSM, IsCommunicatonManagementSupported
            capabilities2:                  IsSetNodeDescriptionSupported, 0x8000
            subnet_timeout:                 18
            init_type_reply:                0
            bad_partition_keys:             3
            bad_queue_keys:                 4
            """);
    }

    @Test
    void whatADeviceCanBeyondThatIsAListOfLists() {
        DeviceExtensions extensions = DeviceExtensions.builder()
                .onDemandPaging(OnDemandPaging.builder()
                        .supported(true)
                        .reliable(Flags.of(OnDemandOperation.class, 0xc9))
                        .datagram(Flags.of(OnDemandOperation.SEND))
                        .build())
                .timestampMask(-1)
                .clockKilohertz(1_000_000)
                .scattersFrameCheck(true)
                .writesAtomically(true)
                .flushes(Flags.of(FlushPlacement.GLOBAL))
                .unknownCapabilities(0x1_0000_0000L)
                .segmentation(new Segmentation(262_144, EnumSet.of(QueuePairType.RAW_PACKET)))
                .receiveScaling(new ReceiveScaling(
                        EnumSet.of(QueuePairType.UD, QueuePairType.RAW_PACKET),
                        1 << 20,
                        2048,
                        Flags.of(HashField.SOURCE_IPV4, HashField.INNER),
                        Flags.of(HashFunction.TOEPLITZ)))
                .maxReceiveWorkQueues(8_388_608)
                .rateLimits(new RateLimits(1, 100_000_000, EnumSet.of(QueuePairType.RAW_PACKET)))
                .rawPackets(Flags.of(RawPacketCapability.VLAN_STRIPPING, RawPacketCapability.IP_CHECKSUM))
                .tagMatching(new TagMatchingLimits(true, 0, 127, 32767, 1, 16))
                .completionModeration(new CompletionModeration(65535, 4095))
                .maxDeviceMemoryBytes(131_072)
                .pciAtomics(
                        new PciAtomics(EnumSet.of(AtomicSize.FOUR_BYTES, AtomicSize.EIGHT_BYTES), Set.of(), Set.of()))
                .build();

        assertThat(extensions).hasToString("""
            on_demand_paging:
              supported:                    true
              implicit:                     false
              unknown:                      0x0
              reliable:                     SEND, READ, 0xc0
              unreliable:                   none
              datagram:                     SEND
              extended:                     none
            timestamp_mask:                 0xffffffffffffffff
            clock_kilohertz:                1000000
            scatters_frame_check:           true
            pads_pci_writes:                false
            writes_atomically:              true
            flushes:                        GLOBAL
            unknown_capabilities:           0x100000000
            segmentation:
              max_bytes:                    262144
              types:                        RAW_PACKET
            receive_scaling:
              types:                        UD, RAW_PACKET
              max_tables:                   1048576
              max_table_size:               2048
              fields:                       SRC_IPV4, INNER
              functions:                    TOEPLITZ
            max_receive_work_queues:        8388608
            rate_limits:
              min_kilobits:                 1
              max_kilobits:                 100000000
              types:                        RAW_PACKET
            raw_packets:                    CVLAN_STRIPPING, IP_CSUM
            tag_matching:
              reliable:                     true
              unknown:                      0x0
              max_tags:                     127
              max_operations:               32767
              max_segments:                 1
              max_rendezvous_header:        16
            completion_moderation:
              max_completions:              65535
              max_micros:                   4095
            max_device_memory_bytes:        131072
            pci_atomics:
              fetch_add:                    4 bytes, 8 bytes
              swap:                         none
              compare_swap:                 none
            """);
    }

    @Test
    void everySmallerRecordIsAListToo() {
        assertThat(QueuePairCapacity.SMALL).hasToString("""
            sends:                          16
            receives:                       16
            send_segments:                  1
            receive_segments:               1
            inline_bytes:                   0
            """);
        assertThat(SharedReceiveQueueAttributes.of(100, 2)).hasToString("""
            requests:                       100
            segments:                       2
            limit:                          0
            """);
        assertThat(new GidTableEntry(1, 3, Gid.parse("::ffff:10.77.0.1"), GidType.ROCE_V2, 4))
                .hasToString("""
                    port:                           1
                    index:                          3
                    gid:                            0000:0000:0000:0000:0000:ffff:0a4d:0001
                    type:                           RoCE v2
                    interface_index:                4
                    """);
        assertThat(new WorkQueueAttributes(64, 1, Set.of(WorkQueueFlag.DELAY_DROP, WorkQueueFlag.VLAN_STRIPPING)))
                .hasToString("""
                    requests:                       64
                    segments:                       1
                    flags:                          CVLAN_STRIPPING, DELAY_DROP
                    """);
    }
}
