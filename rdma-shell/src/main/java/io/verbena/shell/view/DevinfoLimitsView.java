package io.verbena.shell.view;

import io.verbena.hca.AtomicCapability;
import io.verbena.hca.CompletionModeration;
import io.verbena.hca.DeviceCapability;
import io.verbena.hca.DeviceExtensions;
import io.verbena.hca.DeviceLimits;
import io.verbena.hca.DeviceProperties;
import io.verbena.hca.Flags;
import io.verbena.hca.OnDemandOperation;
import io.verbena.hca.OnDemandPaging;
import io.verbena.hca.QueuePairType;
import io.verbena.hca.RateLimits;
import io.verbena.hca.RawPacketCapability;
import io.verbena.hca.ReceiveScaling;
import io.verbena.hca.ReliableDatagramLimits;
import io.verbena.hca.TagMatchingLimits;
import io.verbena.iba.WireEnum;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/** Renders the additional lines of {@code ibv_devinfo -v} about a device. */
final class DevinfoLimitsView {
    private static final String FLAG = "\t\t\t\t\t";
    private static final long SCATTER_FRAME_CHECK = 1L << 34;
    private static final long PCI_WRITE_END_PADDING = 1L << 36;
    private static final int FLUSH_SHIFT = 38;
    private static final long ATOMIC_WRITE = 1L << 40;

    private final List<String> lines = new ArrayList<>();

    private DevinfoLimitsView() {}

    static List<String> lines(DeviceProperties device, DeviceExtensions extensions) {
        DevinfoLimitsView view = new DevinfoLimitsView();
        view.limits(device);
        view.paging(extensions.onDemandPaging());
        view.clock(extensions);
        view.rawPackets(extensions.rawPackets());
        view.extendedCapabilities(device.capabilities().bits(), extensions);
        view.offloads(extensions);
        view.line(String.format("\tnum_comp_vectors:\t\t%d", device.completionVectors()));
        return view.lines;
    }

    private void line(String text) {
        lines.add(text);
    }

    private void limits(DeviceProperties device) {
        DeviceLimits limits = device.limits();
        ReliableDatagramLimits reliableDatagrams = limits.reliableDatagrams();
        line(String.format("\tmax_mr_size:\t\t\t0x%x", limits.maxRegionBytes()));
        line(String.format("\tpage_size_cap:\t\t\t0x%x", limits.pageSizeMask()));
        line(String.format("\tmax_qp:\t\t\t\t%d", limits.maxQueuePairs()));
        line(String.format("\tmax_qp_wr:\t\t\t%d", limits.maxRequests()));
        capabilities(device.capabilities());
        line(String.format("\tmax_sge:\t\t\t%d", limits.maxSegments()));
        line(String.format("\tmax_sge_rd:\t\t\t%d", limits.maxReadSegments()));
        line(String.format("\tmax_cq:\t\t\t\t%d", limits.maxCompletionQueues()));
        line(String.format("\tmax_cqe:\t\t\t%d", limits.maxCompletionQueueEntries()));
        line(String.format("\tmax_mr:\t\t\t\t%d", limits.maxRegions()));
        line(String.format("\tmax_pd:\t\t\t\t%d", limits.maxProtectionDomains()));
        line(String.format("\tmax_qp_rd_atom:\t\t\t%d", limits.maxResponderResources()));
        line(String.format("\tmax_ee_rd_atom:\t\t\t%d", reliableDatagrams.maxResponderResources()));
        line(String.format("\tmax_res_rd_atom:\t\t%d", limits.maxTotalResponderResources()));
        line(String.format("\tmax_qp_init_rd_atom:\t\t%d", limits.maxInitiatorDepth()));
        line(String.format("\tmax_ee_init_rd_atom:\t\t%d", reliableDatagrams.maxInitiatorDepth()));
        line(String.format(
                "\tatomic_cap:\t\t\t%s (%d)",
                atomics(device.atomics()), device.atomics().code()));
        line(String.format("\tmax_ee:\t\t\t\t%d", reliableDatagrams.maxContexts()));
        line(String.format("\tmax_rdd:\t\t\t%d", reliableDatagrams.maxDomains()));
        line(String.format("\tmax_mw:\t\t\t\t%d", limits.maxWindows()));
        line(String.format("\tmax_raw_ipv6_qp:\t\t%d", limits.maxRawIpv6QueuePairs()));
        line(String.format("\tmax_raw_ethy_qp:\t\t%d", limits.maxRawEthertypeQueuePairs()));
        line(String.format("\tmax_mcast_grp:\t\t\t%d", limits.maxMulticastGroups()));
        line(String.format("\tmax_mcast_qp_attach:\t\t%d", limits.maxQueuePairsOfGroup()));
        line(String.format("\tmax_total_mcast_qp_attach:\t%d", limits.maxMulticastAttaches()));
        line(String.format("\tmax_ah:\t\t\t\t%d", limits.maxAddressHandles()));
        line(String.format("\tmax_fmr:\t\t\t%d", limits.maxFastRegions()));
        line(String.format("\tmax_srq:\t\t\t%d", limits.maxSharedReceiveQueues()));
        if (limits.maxSharedReceiveQueues() > 0) {
            line(String.format("\tmax_srq_wr:\t\t\t%d", limits.maxSharedReceiveRequests()));
            line(String.format("\tmax_srq_sge:\t\t\t%d", limits.maxSharedReceiveSegments()));
        }
        line(String.format("\tmax_pkeys:\t\t\t%d", limits.maxPartitionKeys()));
        line(String.format("\tlocal_ca_ack_delay:\t\t%d", device.localAckDelay()));
    }

    private void capabilities(Flags<DeviceCapability> capabilities) {
        line(String.format("\tdevice_cap_flags:\t\t0x%08x", capabilities.bits()));
        flags(capabilities, DeviceCapability::text);
    }

    /** Returns the capabilities that ibv_devinfo cannot name: atomic writes and flushes. */
    private static long unnamed(DeviceExtensions extensions) {
        return extensions.unknownCapabilities()
                | (extensions.writesAtomically() ? ATOMIC_WRITE : 0)
                | extensions.flushes().bits() << FLUSH_SHIFT;
    }

    private void extendedCapabilities(long plain, DeviceExtensions extensions) {
        long bits = plain
                | (extensions.scattersFrameCheck() ? SCATTER_FRAME_CHECK : 0)
                | (extensions.padsPciWrites() ? PCI_WRITE_END_PADDING : 0)
                | unnamed(extensions);
        line(String.format("\tdevice_cap_flags_ex:\t\t0x%X", bits));
        flag(extensions.scattersFrameCheck(), "RAW_SCATTER_FCS");
        flag(extensions.padsPciWrites(), "PCI_WRITE_END_PADDING");
        unknown(unnamed(extensions));
    }

    private void flag(boolean set, String name) {
        if (set) {
            line(FLAG + name);
        }
    }

    private void unknown(long bits) {
        if (bits != 0) {
            line(String.format(FLAG + "Unknown flags: 0x%X", bits));
        }
    }

    private <E extends Enum<E> & WireEnum> void flags(Flags<E> flags, Function<E, String> name) {
        flags.known().forEach(flag -> line(FLAG + name.apply(flag)));
        unknown(flags.unknown());
    }

    private static String atomics(AtomicCapability atomics) {
        return switch (atomics.code()) {
            case 0 -> "ATOMIC_NONE";
            case 1 -> "ATOMIC_HCA";
            case 2 -> "ATOMIC_GLOB";
            default -> "invalid atomic capability";
        };
    }

    private void paging(OnDemandPaging paging) {
        line("\tgeneral_odp_caps:");
        flag(paging.supported(), "ODP_SUPPORT");
        flag(paging.implicit(), "ODP_SUPPORT_IMPLICIT");
        unknown(paging.unknown());
        paging("rc", paging.reliable());
        paging("uc", paging.unreliable());
        paging("ud", paging.datagram());
        paging("xrc", paging.extended());
    }

    private void paging(String service, Flags<OnDemandOperation> operations) {
        line(String.format("\t%s_odp_caps:", service));
        if (operations.bits() == 0) {
            line(FLAG + "NO SUPPORT");
        }
        flags(
                operations,
                operation -> "SUPPORT_" + (operation == OnDemandOperation.SHARED_RECEIVE ? "SRQ" : operation.text()));
    }

    private void clock(DeviceExtensions extensions) {
        if (extensions.timestampMask() == 0) {
            line("\tcompletion_timestamp_mask not supported");
        } else {
            line(String.format("\tcompletion timestamp_mask:\t\t\t0x%016x", extensions.timestampMask()));
        }
        if (extensions.clockKilohertz() == 0) {
            line("\tcore clock not supported");
        } else {
            line(String.format("\thca_core_clock:\t\t\t%dkHZ", extensions.clockKilohertz()));
        }
    }

    private void rawPackets(Flags<RawPacketCapability> capabilities) {
        if (capabilities.bits() != 0) {
            line("\traw packet caps:");
            flags(capabilities, capability -> switch (capability) {
                case VLAN_STRIPPING -> "C-VLAN stripping offload";
                case SCATTER_FRAME_CHECK -> "Scatter FCS offload";
                case IP_CHECKSUM -> "IP csum offload";
                case DELAY_DROP -> "Delay drop";
            });
        }
    }

    private void offloads(DeviceExtensions extensions) {
        line("\ttso_caps:");
        line(String.format("\t\tmax_tso:\t\t\t%d", extensions.segmentation().maxBytes()));
        types(
                extensions.segmentation().maxBytes() != 0,
                extensions.segmentation().types());
        scaling(extensions.receiveScaling());
        line(String.format("\tmax_wq_type_rq:\t\t\t%d", extensions.maxReceiveWorkQueues()));
        RateLimits rates = extensions.rateLimits();
        line("\tpacket_pacing_caps:");
        line(String.format("\t\tqp_rate_limit_min:\t%dkbps", rates.minKilobits()));
        line(String.format("\t\tqp_rate_limit_max:\t%dkbps", rates.maxKilobits()));
        types(rates.maxKilobits() != 0, rates.types());
        tags(extensions.tagMatching());
        CompletionModeration moderation = extensions.completionModeration();
        if (moderation.maxCompletions() != 0) {
            line("");
            line("\tcq moderation caps:");
            line(String.format("\t\tmax_cq_count:\t%d", moderation.maxCompletions()));
            line(String.format("\t\tmax_cq_period:\t%d us", moderation.maxMicros()));
            line("");
        }
        if (extensions.maxDeviceMemoryBytes() != 0) {
            line(String.format("\tmaximum available device memory:\t%dBytes", extensions.maxDeviceMemoryBytes()));
            line("");
        }
    }

    private void scaling(ReceiveScaling scaling) {
        line("\trss_caps:");
        line(String.format("\t\tmax_rwq_indirection_tables:\t\t\t%d", scaling.maxTables()));
        line(String.format("\t\tmax_rwq_indirection_table_size:\t\t\t%d", scaling.maxTableSize()));
        line(String.format(
                "\t\trx_hash_function:\t\t\t\t0x%x", scaling.functions().bits()));
        line(String.format(
                "\t\trx_hash_fields_mask:\t\t\t\t0x%X", scaling.fields().bits()));
        types(!scaling.types().isEmpty(), scaling.types());
    }

    private void types(boolean capable, Set<QueuePairType> types) {
        if (!capable) {
            return;
        }
        line("\t\tsupported_qp:");
        for (QueuePairType type :
                List.of(QueuePairType.RC, QueuePairType.UC, QueuePairType.UD, QueuePairType.RAW_PACKET)) {
            flag(types.contains(type), "SUPPORT_" + type.text());
        }
    }

    private void tags(TagMatchingLimits tags) {
        if (tags.maxTags() == 0) {
            line("\ttag matching not supported");
            return;
        }
        line("\ttm_caps:");
        line(String.format("\t\tmax_rndv_hdr_size:\t%d", tags.maxRendezvousHeader()));
        line(String.format("\t\tmax_num_tags:\t\t%d", tags.maxTags()));
        line(String.format("\t\tmax_ops:\t\t%d", tags.maxOperations()));
        line(String.format("\t\tmax_sge:\t\t%d", tags.maxSegments()));
        line("\t\tflags:");
        flag(tags.reliable(), "IBV_TM_CAP_RC");
        unknown(tags.unknown());
    }
}
