package io.verbena.linux;

import io.verbena.hca.AtomicSize;
import io.verbena.hca.CompletionModeration;
import io.verbena.hca.DeviceExtensions;
import io.verbena.hca.Flags;
import io.verbena.hca.FlushPlacement;
import io.verbena.hca.HashField;
import io.verbena.hca.HashFunction;
import io.verbena.hca.OnDemandOperation;
import io.verbena.hca.OnDemandPaging;
import io.verbena.hca.PciAtomics;
import io.verbena.hca.QueuePairType;
import io.verbena.hca.RateLimits;
import io.verbena.hca.RawPacketCapability;
import io.verbena.hca.ReceiveScaling;
import io.verbena.hca.Segmentation;
import io.verbena.hca.TagMatchingLimits;
import io.verbena.iba.WireEnum;
import io.verbena.jni.verbs.IbvDeviceAttrEx;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/** What {@code struct ibv_device_attr_ex} has beyond the attributes that every device has. */
final class ExtensionStructs {
    private static final long ODP = 1;
    private static final long ODP_IMPLICIT = 2;
    private static final int TAGS_RELIABLE = 1;
    private static final long PLAIN = 0xffff_ffffL;
    private static final long SCATTER_FCS = 1L << 34;
    private static final long PCI_WRITE_END_PADDING = 1L << 36;
    private static final int FLUSH_SHIFT = 38;
    private static final long FLUSH = 3L << FLUSH_SHIFT;
    private static final long ATOMIC_WRITE = 1L << 40;
    private static final long KNOWN = PLAIN | SCATTER_FCS | PCI_WRITE_END_PADDING | FLUSH | ATOMIC_WRITE;

    private ExtensionStructs() {}

    static DeviceExtensions read(IbvDeviceAttrEx from) {
        return new DeviceExtensions(
                onDemand(from),
                from.timestampMask,
                from.clockKilohertz,
                (from.capabilityFlagsExtended & SCATTER_FCS) != 0,
                (from.capabilityFlagsExtended & PCI_WRITE_END_PADDING) != 0,
                (from.capabilityFlagsExtended & ATOMIC_WRITE) != 0,
                Flags.of(FlushPlacement.class, (from.capabilityFlagsExtended & FLUSH) >>> FLUSH_SHIFT),
                from.capabilityFlagsExtended & ~KNOWN,
                new Segmentation(Integer.toUnsignedLong(from.tsoMax), types(from.tsoQpTypes)),
                new ReceiveScaling(
                        types(from.rssQpTypes),
                        from.rssTables,
                        from.rssTableSize,
                        Flags.of(HashField.class, from.rssFields),
                        flags(HashFunction.class, from.rssFunctions)),
                Integer.toUnsignedLong(from.maxReceiveWorkQueues),
                new RateLimits(
                        Integer.toUnsignedLong(from.rateMin),
                        Integer.toUnsignedLong(from.rateMax),
                        types(from.rateQpTypes)),
                flags(RawPacketCapability.class, from.rawPacketCaps),
                new TagMatchingLimits(
                        (from.tagFlags & TAGS_RELIABLE) != 0,
                        Integer.toUnsignedLong(from.tagFlags & ~TAGS_RELIABLE),
                        from.tagsMax,
                        from.tagOperations,
                        from.tagSegments,
                        from.tagRendezvousHeader),
                new CompletionModeration(from.moderationCount & 0xffff, from.moderationPeriod & 0xffff),
                from.maxDeviceMemory,
                new PciAtomics(
                        bits(AtomicSize.class, from.pciFetchAdd),
                        bits(AtomicSize.class, from.pciSwap),
                        bits(AtomicSize.class, from.pciCompareSwap)));
    }

    private static OnDemandPaging onDemand(IbvDeviceAttrEx from) {
        return new OnDemandPaging(
                (from.odpGeneral & ODP) != 0,
                (from.odpGeneral & ODP_IMPLICIT) != 0,
                from.odpGeneral & ~(ODP | ODP_IMPLICIT),
                flags(OnDemandOperation.class, from.odpRc),
                flags(OnDemandOperation.class, from.odpUc),
                flags(OnDemandOperation.class, from.odpUd),
                flags(OnDemandOperation.class, from.odpXrc));
    }

    private static <E extends Enum<E> & WireEnum> Flags<E> flags(Class<E> type, int mask) {
        return Flags.of(type, Integer.toUnsignedLong(mask));
    }

    private static <E extends Enum<E> & WireEnum> Set<E> bits(Class<E> type, int mask) {
        return WireEnum.setOf(type, Integer.toUnsignedLong(mask));
    }

    /** Bit n stands for the type with the code n. */
    private static Set<QueuePairType> types(int mask) {
        EnumSet<QueuePairType> types = EnumSet.noneOf(QueuePairType.class);
        for (QueuePairType type : QueuePairType.values()) {
            int code = type.code();
            if (code >= 0 && code < Integer.SIZE && (mask >>> code & 1) != 0) {
                types.add(type);
            }
        }
        return Collections.unmodifiableSet(types);
    }
}
