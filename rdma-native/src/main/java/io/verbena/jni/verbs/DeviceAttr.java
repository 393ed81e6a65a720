package io.verbena.jni.verbs;

import static org.fusesource.hawtjni.runtime.ClassFlag.STRUCT;

import org.fusesource.hawtjni.runtime.JniClass;
import org.fusesource.hawtjni.runtime.JniField;

/** What a device can do: mostly how many, or how large, of something. The fields are those of {@code struct ibv_device_attr_ex}. */
@JniClass(name = "ibv_device_attr_ex", flags = STRUCT)
public final class DeviceAttr {
    /** The version of the firmware, up to the first NUL. */
    @JniField(accessor = "orig_attr.fw_ver")
    public byte[] firmware = new byte[64];

    /** The GUID of the node, in host order. */
    @JniField(accessor = "orig_attr.node_guid")
    public long nodeGuid;

    /** The GUID of the system, in host order. */
    @JniField(accessor = "orig_attr.sys_image_guid")
    public long systemImageGuid;

    /** The largest region, in bytes. */
    @JniField(accessor = "orig_attr.max_mr_size")
    public long maxMrSize;

    /** Bit n: pages of 2^n bytes. */
    @JniField(accessor = "orig_attr.page_size_cap")
    public long pageSizeCap;

    /** The vendor. */
    @JniField(accessor = "orig_attr.vendor_id")
    public int vendorId;

    /** The vendor's number of the model. */
    @JniField(accessor = "orig_attr.vendor_part_id")
    public int vendorPartId;

    /** The revision of the hardware. */
    @JniField(accessor = "orig_attr.hw_ver")
    public int hardwareVersion;

    /** Queue pairs. */
    @JniField(accessor = "orig_attr.max_qp")
    public int maxQp;

    /** Requests of a queue. */
    @JniField(accessor = "orig_attr.max_qp_wr")
    public int maxQpWr;

    /** Segments of a request. */
    @JniField(accessor = "orig_attr.max_sge")
    public int maxSge;

    /** Segments of a read. */
    @JniField(accessor = "orig_attr.max_sge_rd")
    public int maxSgeRead;

    /** Completion queues. */
    @JniField(accessor = "orig_attr.max_cq")
    public int maxCq;

    /** Entries of a completion queue. */
    @JniField(accessor = "orig_attr.max_cqe")
    public int maxCqe;

    /** Memory regions. */
    @JniField(accessor = "orig_attr.max_mr")
    public int maxMr;

    /** Protection domains. */
    @JniField(accessor = "orig_attr.max_pd")
    public int maxPd;

    /** Reads and atomics that a queue pair answers at once. */
    @JniField(accessor = "orig_attr.max_qp_rd_atom")
    public int maxQpReads;

    /** The same of the device. */
    @JniField(accessor = "orig_attr.max_res_rd_atom")
    public int maxReads;

    /** Reads and atomics that a queue pair has begun at once. */
    @JniField(accessor = "orig_attr.max_qp_init_rd_atom")
    public int maxQpReadsBegun;

    /** Reads that an end-to-end context answers at once. */
    @JniField(accessor = "orig_attr.max_ee_rd_atom")
    public int maxEeReads;

    /** Reads that one has begun at once. */
    @JniField(accessor = "orig_attr.max_ee_init_rd_atom")
    public int maxEeReadsBegun;

    /** enum ibv_atomic_cap. */
    @JniField(accessor = "orig_attr.atomic_cap")
    public int atomicCap;

    /** End-to-end contexts. */
    @JniField(accessor = "orig_attr.max_ee")
    public int maxEe;

    /** Reliable datagram domains. */
    @JniField(accessor = "orig_attr.max_rdd")
    public int maxRdd;

    /** Memory windows. */
    @JniField(accessor = "orig_attr.max_mw")
    public int maxMw;

    /** Queue pairs of raw IPv6. */
    @JniField(accessor = "orig_attr.max_raw_ipv6_qp")
    public int maxRawIpv6;

    /** Queue pairs of raw Ethertypes. */
    @JniField(accessor = "orig_attr.max_raw_ethy_qp")
    public int maxRawEthertype;

    /** Multicast groups. */
    @JniField(accessor = "orig_attr.max_mcast_grp")
    public int maxMulticastGroups;

    /** Queue pairs of a group. */
    @JniField(accessor = "orig_attr.max_mcast_qp_attach")
    public int maxMulticastQps;

    /** Memberships. */
    @JniField(accessor = "orig_attr.max_total_mcast_qp_attach")
    public int maxMulticastAttaches;

    /** Address handles. */
    @JniField(accessor = "orig_attr.max_ah")
    public int maxAh;

    /** Fast memory regions. */
    @JniField(accessor = "orig_attr.max_fmr")
    public int maxFmr;

    /** Shared receive queues. */
    @JniField(accessor = "orig_attr.max_srq")
    public int maxSrq;

    /** Requests of one. */
    @JniField(accessor = "orig_attr.max_srq_wr")
    public int maxSrqWr;

    /** Segments of its requests. */
    @JniField(accessor = "orig_attr.max_srq_sge")
    public int maxSrqSge;

    /** Partition keys. */
    @JniField(accessor = "orig_attr.max_pkeys")
    public int maxPkeys;

    /** 4.096 us * 2^n until an answer leaves. */
    @JniField(accessor = "orig_attr.local_ca_ack_delay")
    public int localAckDelay;

    /** Ports. */
    @JniField(accessor = "orig_attr.phys_port_cnt")
    public int ports;

    /** enum ibv_device_cap_flags. */
    @JniField(accessor = "orig_attr.device_cap_flags")
    public int capabilityFlags;

    /** The same and more, in 64 bits. */
    @JniField(accessor = "device_cap_flags_ex")
    public long capabilityFlagsExtended;

    /** The bits of a timestamp that count. */
    @JniField(accessor = "completion_timestamp_mask")
    public long timestampMask;

    /** The clock of the timestamps, in kHz. */
    @JniField(accessor = "hca_core_clock")
    public long clockKilohertz;

    /** enum ibv_odp_general_caps. */
    @JniField(accessor = "odp_caps.general_caps")
    public long odpGeneral;

    /** enum ibv_odp_transport_cap_bits. */
    @JniField(accessor = "odp_caps.per_transport_caps.rc_odp_caps")
    public int odpRc;

    /** The same. */
    @JniField(accessor = "odp_caps.per_transport_caps.uc_odp_caps")
    public int odpUc;

    /** The same. */
    @JniField(accessor = "odp_caps.per_transport_caps.ud_odp_caps")
    public int odpUd;

    /** The same. */
    @JniField(accessor = "xrc_odp_caps")
    public int odpXrc;

    /** Bytes that are segmented at once. */
    @JniField(accessor = "tso_caps.max_tso")
    public int tsoMax;

    /** Bit n: queue pairs of type n. */
    @JniField(accessor = "tso_caps.supported_qpts")
    public int tsoQpTypes;

    /** The same. */
    @JniField(accessor = "rss_caps.supported_qpts")
    public int rssQpTypes;

    /** Indirection tables. */
    @JniField(accessor = "rss_caps.max_rwq_indirection_tables")
    public int rssTables;

    /** Entries of one. */
    @JniField(accessor = "rss_caps.max_rwq_indirection_table_size")
    public int rssTableSize;

    /** enum ibv_rx_hash_fields. */
    @JniField(accessor = "rss_caps.rx_hash_fields_mask")
    public long rssFields;

    /** enum ibv_rx_hash_function_flags. */
    @JniField(accessor = "rss_caps.rx_hash_function")
    public int rssFunctions;

    /** Work queues. */
    @JniField(accessor = "max_wq_type_rq")
    public int maxReceiveWorkQueues;

    /** kb/s. */
    @JniField(accessor = "packet_pacing_caps.qp_rate_limit_min")
    public int rateMin;

    /** kb/s. */
    @JniField(accessor = "packet_pacing_caps.qp_rate_limit_max")
    public int rateMax;

    /** Bit n: queue pairs of type n. */
    @JniField(accessor = "packet_pacing_caps.supported_qpts")
    public int rateQpTypes;

    /** enum ibv_raw_packet_caps. */
    @JniField(accessor = "raw_packet_caps")
    public int rawPacketCaps;

    /** Tags. */
    @JniField(accessor = "tm_caps.max_num_tags")
    public int tagsMax;

    /** enum ibv_tm_cap_flags. */
    @JniField(accessor = "tm_caps.flags")
    public int tagFlags;

    /** Bytes of the header of a rendezvous. */
    @JniField(accessor = "tm_caps.max_rndv_hdr_size")
    public int tagRendezvousHeader;

    /** Changes of the list under way. */
    @JniField(accessor = "tm_caps.max_ops")
    public int tagOperations;

    /** Segments of a tagged receive. */
    @JniField(accessor = "tm_caps.max_sge")
    public int tagSegments;

    /** enum ibv_pci_atomic_op_size. */
    @JniField(accessor = "pci_atomic_caps.fetch_add")
    public int pciFetchAdd;

    /** The same. */
    @JniField(accessor = "pci_atomic_caps.swap")
    public int pciSwap;

    /** The same. */
    @JniField(accessor = "pci_atomic_caps.compare_swap")
    public int pciCompareSwap;

    /** Completions that an event may wait for. */
    @JniField(accessor = "cq_mod_caps.max_cq_count")
    public int moderationCount;

    /** Microseconds that it may. */
    @JniField(accessor = "cq_mod_caps.max_cq_period")
    public int moderationPeriod;

    /** Bytes. */
    @JniField(accessor = "max_dm_size")
    public long maxDeviceMemory;
}
