package io.verbena.shell.view;

import io.verbena.hca.AtomicCapability;
import io.verbena.hca.DeviceCapability;
import io.verbena.hca.DeviceDetails;
import io.verbena.hca.DeviceLimits;
import io.verbena.hca.DeviceProperties;
import io.verbena.hca.QueuePairType;
import java.util.ArrayList;
import java.util.List;

/** What {@code ibv_devinfo -v} tells of a device beyond what it tells without. */
final class DevinfoLimitsView {
    private static final String FLAG = "\t\t\t\t\t";
    private static final long PLAIN = 0xffffffffL;

    private final List<String> lines = new ArrayList<>();

    private DevinfoLimitsView() {}

    static List<String> lines(DeviceProperties device, DeviceDetails details) {
        DevinfoLimitsView view = new DevinfoLimitsView();
        view.limits(device, details);
        view.paging(details.onDemandPaging());
        view.clock(details.clock());
        view.rawPackets(details.rawPacketBits());
        view.line(String.format("\tdevice_cap_flags_ex:\t\t0x%X", details.capabilityBits()));
        view.flags(details.capabilityBits() & ~PLAIN, 34, "RAW_SCATTER_FCS", 36, "PCI_WRITE_END_PADDING");
        view.offloads(details);
        view.line(String.format("\tnum_comp_vectors:\t\t%d", device.completionVectors()));
        return view.lines;
    }

    private void line(String text) {
        lines.add(text);
    }

    private void limits(DeviceProperties device, DeviceDetails details) {
        DeviceLimits limits = device.limits();
        line(String.format("\tmax_mr_size:\t\t\t0x%x", limits.maxRegionBytes()));
        line(String.format("\tpage_size_cap:\t\t\t0x%x", details.pageSizes()));
        line(String.format("\tmax_qp:\t\t\t\t%d", limits.maxQueuePairs()));
        line(String.format("\tmax_qp_wr:\t\t\t%d", limits.maxRequests()));
        capabilities(details.capabilityBits() & PLAIN);
        line(String.format("\tmax_sge:\t\t\t%d", limits.maxSegments()));
        line(String.format("\tmax_sge_rd:\t\t\t%d", limits.maxReadSegments()));
        line(String.format("\tmax_cq:\t\t\t\t%d", limits.maxCompletionQueues()));
        line(String.format("\tmax_cqe:\t\t\t%d", limits.maxCompletionQueueEntries()));
        line(String.format("\tmax_mr:\t\t\t\t%d", limits.maxRegions()));
        line(String.format("\tmax_pd:\t\t\t\t%d", limits.maxProtectionDomains()));
        line(String.format("\tmax_qp_rd_atom:\t\t\t%d", limits.maxReadsAnswered()));
        line(String.format(
                "\tmax_ee_rd_atom:\t\t\t%d", details.reliableDatagrams().readsAnswered()));
        line(String.format("\tmax_res_rd_atom:\t\t%d", details.maxReadsAnsweredInAll()));
        line(String.format("\tmax_qp_init_rd_atom:\t\t%d", limits.maxReadsBegun()));
        line(String.format(
                "\tmax_ee_init_rd_atom:\t\t%d", details.reliableDatagrams().readsBegun()));
        line(String.format(
                "\tatomic_cap:\t\t\t%s (%d)",
                atomics(device.atomics()), device.atomics().code()));
        line(String.format("\tmax_ee:\t\t\t\t%d", details.reliableDatagrams().contexts()));
        line(String.format("\tmax_rdd:\t\t\t%d", details.reliableDatagrams().domains()));
        line(String.format("\tmax_mw:\t\t\t\t%d", limits.maxWindows()));
        line(String.format("\tmax_raw_ipv6_qp:\t\t%d", details.raw().ipv6()));
        line(String.format("\tmax_raw_ethy_qp:\t\t%d", details.raw().ethertype()));
        line(String.format("\tmax_mcast_grp:\t\t\t%d", limits.maxMulticastGroups()));
        line(String.format("\tmax_mcast_qp_attach:\t\t%d", limits.maxQueuePairsOfGroup()));
        line(String.format("\tmax_total_mcast_qp_attach:\t%d", limits.maxMulticastAttaches()));
        line(String.format("\tmax_ah:\t\t\t\t%d", limits.maxAddressHandles()));
        line(String.format("\tmax_fmr:\t\t\t%d", details.maxFastRegions()));
        line(String.format("\tmax_srq:\t\t\t%d", limits.maxSharedReceiveQueues()));
        if (limits.maxSharedReceiveQueues() > 0) {
            line(String.format("\tmax_srq_wr:\t\t\t%d", limits.maxSharedReceiveRequests()));
            line(String.format("\tmax_srq_sge:\t\t\t%d", limits.maxSharedReceiveSegments()));
        }
        line(String.format("\tmax_pkeys:\t\t\t%d", limits.maxPartitionKeys()));
        line(String.format("\tlocal_ca_ack_delay:\t\t%d", device.localAckDelay()));
    }

    private void capabilities(long bits) {
        line(String.format("\tdevice_cap_flags:\t\t0x%08x", bits));
        long unknown = bits;
        for (DeviceCapability capability : DeviceCapability.values()) {
            if ((bits & capability.code()) != 0) {
                line(FLAG + capability.text());
                unknown &= ~capability.code();
            }
        }
        unknown(unknown);
    }

    private void unknown(long bits) {
        if (bits != 0) {
            line(String.format(FLAG + "Unknown flags: 0x%X", bits));
        }
    }

    /** The names of bits, and what has no name. */
    private void flags(long bits, Object... numbersAndNames) {
        long unknown = bits;
        for (int i = 0; i < numbersAndNames.length; i += 2) {
            long bit = 1L << (Integer) numbersAndNames[i];
            if ((bits & bit) != 0) {
                line(FLAG + numbersAndNames[i + 1]);
                unknown &= ~bit;
            }
        }
        unknown(unknown);
    }

    private static String atomics(AtomicCapability atomics) {
        return switch (atomics.code()) {
            case 0 -> "ATOMIC_NONE";
            case 1 -> "ATOMIC_HCA";
            case 2 -> "ATOMIC_GLOB";
            default -> "invalid atomic capability";
        };
    }

    private void paging(DeviceDetails.OnDemandPaging paging) {
        line("\tgeneral_odp_caps:");
        flags(paging.general(), 0, "ODP_SUPPORT", 1, "ODP_SUPPORT_IMPLICIT");
        paging("rc", paging.rc());
        paging("uc", paging.uc());
        paging("ud", paging.ud());
        paging("xrc", paging.xrc());
    }

    private void paging(String service, int bits) {
        line(String.format("\t%s_odp_caps:", service));
        if (bits == 0) {
            line(FLAG + "NO SUPPORT");
            return;
        }
        flags(
                Integer.toUnsignedLong(bits),
                0,
                "SUPPORT_SEND",
                1,
                "SUPPORT_RECV",
                2,
                "SUPPORT_WRITE",
                3,
                "SUPPORT_READ",
                4,
                "SUPPORT_ATOMIC",
                5,
                "SUPPORT_SRQ");
    }

    private void clock(DeviceDetails.Clock clock) {
        if (clock.timestampMask() == 0) {
            line("\tcompletion_timestamp_mask not supported");
        } else {
            line(String.format("\tcompletion timestamp_mask:\t\t\t0x%016x", clock.timestampMask()));
        }
        if (clock.kilohertz() == 0) {
            line("\tcore clock not supported");
        } else {
            line(String.format("\thca_core_clock:\t\t\t%dkHZ", clock.kilohertz()));
        }
    }

    private void rawPackets(int bits) {
        if (bits != 0) {
            line("\traw packet caps:");
            flags(
                    Integer.toUnsignedLong(bits),
                    0,
                    "C-VLAN stripping offload",
                    1,
                    "Scatter FCS offload",
                    2,
                    "IP csum offload",
                    3,
                    "Delay drop");
        }
    }

    private void offloads(DeviceDetails details) {
        line("\ttso_caps:");
        line(String.format(
                "\t\tmax_tso:\t\t\t%d",
                Integer.toUnsignedLong(details.segmentation().maxBytes())));
        types(details.segmentation().maxBytes(), details.segmentation().types());
        DeviceDetails.Scaling scaling = details.scaling();
        line("\trss_caps:");
        line(String.format("\t\tmax_rwq_indirection_tables:\t\t\t%d", scaling.tables()));
        line(String.format("\t\tmax_rwq_indirection_table_size:\t\t\t%d", scaling.tableEntries()));
        line(String.format("\t\trx_hash_function:\t\t\t\t0x%x", scaling.functions()));
        line(String.format("\t\trx_hash_fields_mask:\t\t\t\t0x%X", scaling.fields()));
        types(scaling.types(), scaling.types());
        line(String.format("\tmax_wq_type_rq:\t\t\t%d", details.maxReceiveWorkQueues()));
        line("\tpacket_pacing_caps:");
        line(String.format(
                "\t\tqp_rate_limit_min:\t%dkbps",
                Integer.toUnsignedLong(details.pacing().min())));
        line(String.format(
                "\t\tqp_rate_limit_max:\t%dkbps",
                Integer.toUnsignedLong(details.pacing().max())));
        types(details.pacing().max(), details.pacing().types());
        tags(details.tags());
        if (details.moderation().completions() != 0) {
            line("");
            line("\tcq moderation caps:");
            line(String.format("\t\tmax_cq_count:\t%d", details.moderation().completions()));
            line(String.format("\t\tmax_cq_period:\t%d us", details.moderation().micros()));
            line("");
        }
        if (details.maxDeviceMemoryBytes() != 0) {
            line(String.format("\tmaximum available device memory:\t%dBytes", details.maxDeviceMemoryBytes()));
            line("");
        }
    }

    private void types(int capable, int types) {
        if (capable == 0) {
            return;
        }
        line("\t\tsupported_qp:");
        for (QueuePairType type :
                List.of(QueuePairType.RC, QueuePairType.UC, QueuePairType.UD, QueuePairType.RAW_PACKET)) {
            if ((types & 1 << type.code()) != 0) {
                line(FLAG + "SUPPORT_" + type.text());
            }
        }
    }

    private void tags(DeviceDetails.Tags tags) {
        if (tags.tags() == 0) {
            line("\ttag matching not supported");
            return;
        }
        line("\ttm_caps:");
        line(String.format("\t\tmax_rndv_hdr_size:\t%d", tags.headerBytes()));
        line(String.format("\t\tmax_num_tags:\t\t%d", tags.tags()));
        line(String.format("\t\tmax_ops:\t\t%d", tags.operations()));
        line(String.format("\t\tmax_sge:\t\t%d", tags.segments()));
        line("\t\tflags:");
        flags(tags.flags(), 0, "IBV_TM_CAP_RC");
    }
}
