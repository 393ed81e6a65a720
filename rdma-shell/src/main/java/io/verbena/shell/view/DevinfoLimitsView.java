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
import java.util.Formatter;
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

    private final Formatter out;

    private DevinfoLimitsView(Formatter out) {
        this.out = out;
    }

    static void write(Formatter out, DeviceProperties device, DeviceExtensions extensions) {
        DevinfoLimitsView view = new DevinfoLimitsView(out);
        view.limits(device);
        view.paging(extensions.onDemandPaging());
        view.clock(extensions);
        view.rawPackets(extensions.rawPackets());
        view.extendedCapabilities(device.capabilities().bits(), extensions);
        view.offloads(extensions);
        out.format("\tnum_comp_vectors:\t\t%d\n", device.completionVectors());
    }

    private void line(String text) {
        out.format("%s\n", text);
    }

    private void limits(DeviceProperties device) {
        DeviceLimits limits = device.limits();
        ReliableDatagramLimits reliableDatagrams = limits.reliableDatagrams();
        out.format("\tmax_mr_size:\t\t\t0x%x\n", limits.maxRegionBytes());
        out.format("\tpage_size_cap:\t\t\t0x%x\n", limits.pageSizeMask());
        out.format("\tmax_qp:\t\t\t\t%d\n", limits.maxQueuePairs());
        out.format("\tmax_qp_wr:\t\t\t%d\n", limits.maxRequests());
        capabilities(device.capabilities());
        out.format("\tmax_sge:\t\t\t%d\n", limits.maxSegments());
        out.format("\tmax_sge_rd:\t\t\t%d\n", limits.maxReadSegments());
        out.format("\tmax_cq:\t\t\t\t%d\n", limits.maxCompletionQueues());
        out.format("\tmax_cqe:\t\t\t%d\n", limits.maxCompletionQueueEntries());
        out.format("\tmax_mr:\t\t\t\t%d\n", limits.maxRegions());
        out.format("\tmax_pd:\t\t\t\t%d\n", limits.maxProtectionDomains());
        out.format("\tmax_qp_rd_atom:\t\t\t%d\n", limits.maxResponderResources());
        out.format("\tmax_ee_rd_atom:\t\t\t%d\n", reliableDatagrams.maxResponderResources());
        out.format("\tmax_res_rd_atom:\t\t%d\n", limits.maxTotalResponderResources());
        out.format("\tmax_qp_init_rd_atom:\t\t%d\n", limits.maxInitiatorDepth());
        out.format("\tmax_ee_init_rd_atom:\t\t%d\n", reliableDatagrams.maxInitiatorDepth());
        out.format(
                "\tatomic_cap:\t\t\t%s (%d)\n",
                atomics(device.atomics()), device.atomics().code());
        out.format("\tmax_ee:\t\t\t\t%d\n", reliableDatagrams.maxContexts());
        out.format("\tmax_rdd:\t\t\t%d\n", reliableDatagrams.maxDomains());
        out.format("\tmax_mw:\t\t\t\t%d\n", limits.maxWindows());
        out.format("\tmax_raw_ipv6_qp:\t\t%d\n", limits.maxRawIpv6QueuePairs());
        out.format("\tmax_raw_ethy_qp:\t\t%d\n", limits.maxRawEthertypeQueuePairs());
        out.format("\tmax_mcast_grp:\t\t\t%d\n", limits.maxMulticastGroups());
        out.format("\tmax_mcast_qp_attach:\t\t%d\n", limits.maxQueuePairsOfGroup());
        out.format("\tmax_total_mcast_qp_attach:\t%d\n", limits.maxMulticastAttaches());
        out.format("\tmax_ah:\t\t\t\t%d\n", limits.maxAddressHandles());
        out.format("\tmax_fmr:\t\t\t%d\n", limits.maxFastRegions());
        out.format("\tmax_srq:\t\t\t%d\n", limits.maxSharedReceiveQueues());
        if (limits.maxSharedReceiveQueues() > 0) {
            out.format("\tmax_srq_wr:\t\t\t%d\n", limits.maxSharedReceiveRequests());
            out.format("\tmax_srq_sge:\t\t\t%d\n", limits.maxSharedReceiveSegments());
        }
        out.format("\tmax_pkeys:\t\t\t%d\n", limits.maxPartitionKeys());
        out.format("\tlocal_ca_ack_delay:\t\t%d\n", device.localAckDelay());
    }

    private void capabilities(Flags<DeviceCapability> capabilities) {
        out.format("\tdevice_cap_flags:\t\t0x%08x\n", capabilities.bits());
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
        out.format("\tdevice_cap_flags_ex:\t\t0x%X\n", bits);
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
            out.format(FLAG + "Unknown flags: 0x%X\n", bits);
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
        out.format("\t%s_odp_caps:\n", service);
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
            out.format("\tcompletion timestamp_mask:\t\t\t0x%016x\n", extensions.timestampMask());
        }
        if (extensions.clockKilohertz() == 0) {
            line("\tcore clock not supported");
        } else {
            out.format("\thca_core_clock:\t\t\t%dkHZ\n", extensions.clockKilohertz());
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
        out.format("\t\tmax_tso:\t\t\t%d\n", extensions.segmentation().maxBytes());
        types(
                extensions.segmentation().maxBytes() != 0,
                extensions.segmentation().types());
        scaling(extensions.receiveScaling());
        out.format("\tmax_wq_type_rq:\t\t\t%d\n", extensions.maxReceiveWorkQueues());
        RateLimits rates = extensions.rateLimits();
        line("\tpacket_pacing_caps:");
        out.format("\t\tqp_rate_limit_min:\t%dkbps\n", rates.minKilobits());
        out.format("\t\tqp_rate_limit_max:\t%dkbps\n", rates.maxKilobits());
        types(rates.maxKilobits() != 0, rates.types());
        tags(extensions.tagMatching());
        CompletionModeration moderation = extensions.completionModeration();
        if (moderation.maxCompletions() != 0) {
            line("");
            line("\tcq moderation caps:");
            out.format("\t\tmax_cq_count:\t%d\n", moderation.maxCompletions());
            out.format("\t\tmax_cq_period:\t%d us\n", moderation.maxMicros());
            line("");
        }
        if (extensions.maxDeviceMemoryBytes() != 0) {
            out.format("\tmaximum available device memory:\t%dBytes\n", extensions.maxDeviceMemoryBytes());
            line("");
        }
    }

    private void scaling(ReceiveScaling scaling) {
        line("\trss_caps:");
        out.format("\t\tmax_rwq_indirection_tables:\t\t\t%d\n", scaling.maxTables());
        out.format("\t\tmax_rwq_indirection_table_size:\t\t\t%d\n", scaling.maxTableSize());
        out.format("\t\trx_hash_function:\t\t\t\t0x%x\n", scaling.functions().bits());
        out.format("\t\trx_hash_fields_mask:\t\t\t\t0x%X\n", scaling.fields().bits());
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
        out.format("\t\tmax_rndv_hdr_size:\t%d\n", tags.maxRendezvousHeader());
        out.format("\t\tmax_num_tags:\t\t%d\n", tags.maxTags());
        out.format("\t\tmax_ops:\t\t%d\n", tags.maxOperations());
        out.format("\t\tmax_sge:\t\t%d\n", tags.maxSegments());
        line("\t\tflags:");
        flag(tags.reliable(), "IBV_TM_CAP_RC");
        unknown(tags.unknown());
    }
}
