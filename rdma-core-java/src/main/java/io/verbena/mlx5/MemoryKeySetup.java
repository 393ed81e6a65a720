package io.verbena.mlx5;

import io.verbena.error.Ranges;
import io.verbena.hca.AccessFlag;
import io.verbena.iba.WireEnum;
import io.verbena.spi.verbs.Mlx5KeySetupRecord;
import io.verbena.spi.verbs.Mlx5Operations;
import io.verbena.spi.verbs.Mlx5PartRecord;
import io.verbena.spi.verbs.RecordMemory;
import io.verbena.spi.verbs.SegmentRecord;
import io.verbena.verbs.DriverExtension;
import io.verbena.verbs.MemoryRegion;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The configuration of a memory key: parts that are not set keep their values (mlx5dv_wr_mkey_configure(3)). Regions must stay open as
 * long as the key refers to them.
 */
public final class MemoryKeySetup {
    private static final int BYTE = 0xff;
    private static final int TWEAK = 16;
    private static final int TAG = 8;

    private final List<Part> parts = new ArrayList<>();
    private @Nullable Set<AccessFlag> access;
    private int repeat;
    private boolean resetSignature;
    private @Nullable BlockSignature memory;
    private @Nullable BlockSignature wire;
    private int checkMask;
    private int copyMask = -1;
    private @Nullable EncryptionKey key;
    private boolean encrypts;
    private boolean signsBeforeEncryption;
    private SignatureBlockSize dataUnit = SignatureBlockSize.BYTES_512;
    private byte[] tweak = new byte[TWEAK];
    private byte[] tag = new byte[TAG];

    /** A part of the layout. */
    private record Part(long address, int length, int skip, int localKey) {}

    /** Sets the access of the peer and of this side. */
    public MemoryKeySetup access(AccessFlag... flags) {
        access = Set.of(flags);
        return this;
    }

    /**
     * Adds a part of a region to the layout, which is a list.
     *
     * @throws IndexOutOfBoundsException if the part is not within the region
     * @throws IllegalStateException if the layout is interleaved
     */
    public MemoryKeySetup list(MemoryRegion region, long offset, int length) {
        if (repeat != 0) {
            throw new IllegalStateException(
                    "the layout is interleaved; a layout has either lists or interleaved parts");
        }
        return part(region, offset, length, 0);
    }

    /**
     * Adds a part of a region to the layout, which is interleaved: all parts, then each of them again after the bytes that it skips.
     *
     * @param repetitions the number of repetitions of the layout, from 1
     * @param skip the number of bytes between two repetitions of the part
     * @throws IndexOutOfBoundsException if the first repetition is not within the region
     * @throws IllegalStateException if the layout is a list
     */
    public MemoryKeySetup interleaved(int repetitions, MemoryRegion region, long offset, int length, int skip) {
        if (repeat == 0 && !parts.isEmpty()) {
            throw new IllegalStateException("the layout is a list; a layout has either lists or interleaved parts");
        }
        repeat = Ranges.check("number of repetitions", repetitions, 1, Integer.MAX_VALUE);
        return part(region, offset, length, skip);
    }

    private MemoryKeySetup part(MemoryRegion region, long offset, int length, int skip) {
        parts.add(new Part(checked(region, offset, length), length, skip, region.localKey()));
        return this;
    }

    /** Returns the address of a part of a region. */
    static long checked(MemoryRegion region, long offset, long length) {
        if (offset < 0 || length < 0 || offset > region.length() - length) {
            throw new IndexOutOfBoundsException(
                    length + " bytes at offset " + offset + " are not within " + region + " of " + region.length());
        }
        return region.address() + offset;
    }

    /** Removes the signature that the key has. */
    public MemoryKeySetup resetSignature() {
        resetSignature = true;
        return this;
    }

    /**
     * Sets the signatures of the blocks, in memory and on the wire; the device computes, checks and removes them.
     *
     * @param inMemory the signature in memory, or null for none
     * @param onWire the signature on the wire, or null for none
     * @param check the bytes of the signature that are checked, a bit each, 0 to 255
     */
    public MemoryKeySetup signature(@Nullable BlockSignature inMemory, @Nullable BlockSignature onWire, int check) {
        memory = inMemory;
        wire = onWire;
        checkMask = Ranges.check("mask of checked bytes", check, 0, BYTE);
        return this;
    }

    /** Sets the bytes of the signature that are copied between memory and wire, a bit each, 0 to 255. */
    public MemoryKeySetup copiedSignature(int mask) {
        copyMask = Ranges.check("mask of copied bytes", mask, 0, BYTE);
        return this;
    }

    /**
     * Sets the encryption by AES in XTS mode.
     *
     * @param encryptionKey the key
     * @param sends whether data are encrypted when they are sent, or when they are received
     * @param unit the size of a unit of encryption
     * @param firstTweak the tweak of the first unit, 16 bytes
     * @param keyTag the tag of the key, 8 bytes
     * @throws IllegalArgumentException if an array has another length
     */
    public MemoryKeySetup encryption(
            EncryptionKey encryptionKey, boolean sends, SignatureBlockSize unit, byte[] firstTweak, byte[] keyTag) {
        if (firstTweak.length != TWEAK || keyTag.length != TAG) {
            throw new IllegalArgumentException("a tweak of " + firstTweak.length + " bytes and a tag of "
                    + keyTag.length + " bytes; they have 16 and 8 bytes");
        }
        key = encryptionKey;
        encrypts = sends;
        dataUnit = unit;
        tweak = firstTweak.clone();
        tag = keyTag.clone();
        return this;
    }

    /** Makes the device sign data before it encrypts them (default: after). */
    public MemoryKeySetup signBeforeEncryption() {
        signsBeforeEncryption = true;
        return this;
    }

    @Nullable EncryptionKey encryptionKey() {
        return key;
    }

    int layoutBytes() {
        return parts.size() * (repeat == 0 ? SegmentRecord.SIZE : Mlx5PartRecord.SIZE);
    }

    /** Returns the record, which refers to the memory of the layout; {@link #writeKey} completes it. */
    RecordMemory write(DriverExtension<Mlx5Operations> extension, RecordMemory layout) {
        RecordMemory record = extension.memory(Mlx5KeySetupRecord.SIZE);
        ByteBuffer bytes = record.bytes();
        writeLayout(layout.bytes());
        boolean signs = memory != null || wire != null;
        bytes.putInt(Mlx5KeySetupRecord.FLAGS, resetSignature ? 1 : 0)
                .putInt(
                        Mlx5KeySetupRecord.PARTS,
                        (access == null ? 0 : Mlx5KeySetupRecord.HAS_ACCESS)
                                | (parts.isEmpty() || repeat != 0 ? 0 : Mlx5KeySetupRecord.HAS_LIST)
                                | (repeat == 0 ? 0 : Mlx5KeySetupRecord.HAS_INTERLEAVED)
                                | (signs ? Mlx5KeySetupRecord.HAS_SIGNATURE : 0)
                                | (key == null ? 0 : Mlx5KeySetupRecord.HAS_CRYPTO))
                .putInt(Mlx5KeySetupRecord.ACCESS, access == null ? 0 : (int) WireEnum.bitsOf(access))
                .putInt(Mlx5KeySetupRecord.REPEAT, repeat)
                .putInt(Mlx5KeySetupRecord.ENTRIES, parts.size())
                .putInt(Mlx5KeySetupRecord.SIGNATURE_FLAGS, copyMask < 0 ? 0 : 1)
                .putLong(Mlx5KeySetupRecord.LAYOUT, layout.address())
                .putInt(Mlx5KeySetupRecord.CHECK_MASK, checkMask)
                .putInt(Mlx5KeySetupRecord.COPY_MASK, Math.max(0, copyMask))
                .putInt(Mlx5KeySetupRecord.ENCRYPTS, encrypts ? 1 : 0)
                .putInt(Mlx5KeySetupRecord.ORDER, signsBeforeEncryption ? 1 : 0)
                .putInt(Mlx5KeySetupRecord.DATA_UNIT, dataUnit.code())
                .put(Mlx5KeySetupRecord.TWEAK, tweak)
                .put(Mlx5KeySetupRecord.TAG, tag);
        if (memory != null) {
            memory.write(bytes, Mlx5KeySetupRecord.MEMORY);
        }
        if (wire != null) {
            wire.write(bytes, Mlx5KeySetupRecord.WIRE);
        }
        return record;
    }

    static void writeKey(RecordMemory record, long handle) {
        record.bytes().putLong(Mlx5KeySetupRecord.ENCRYPTION_KEY, handle);
    }

    private void writeLayout(ByteBuffer bytes) {
        int at = 0;
        for (Part part : parts) {
            if (repeat == 0) {
                bytes.putLong(at + SegmentRecord.ADDRESS, part.address())
                        .putInt(at + SegmentRecord.LENGTH, part.length())
                        .putInt(at + SegmentRecord.LOCAL_KEY, part.localKey());
                at += SegmentRecord.SIZE;
            } else {
                bytes.putLong(at + Mlx5PartRecord.ADDRESS, part.address())
                        .putInt(at + Mlx5PartRecord.LENGTH, part.length())
                        .putInt(at + Mlx5PartRecord.SKIP, part.skip())
                        .putInt(at + Mlx5PartRecord.LOCAL_KEY, part.localKey());
                at += Mlx5PartRecord.SIZE;
            }
        }
    }
}
