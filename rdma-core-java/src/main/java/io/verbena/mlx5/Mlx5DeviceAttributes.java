package io.verbena.mlx5;

import io.verbena.hca.Flags;
import io.verbena.spi.verbs.Mlx5DeviceRecord;
import java.nio.ByteBuffer;

/**
 * The attributes of a ConnectX device (mlx5dv_query_device(3)). A number that the device or its library does not report is 0.
 *
 * @param flags the capabilities
 * @param valid the attributes that the library has set, {@code enum mlx5dv_context_comp_mask}
 * @param maxCompressedCompletions the maximum number of completions in a compressed one
 * @param compressedFormats what compressed completions can have
 * @param softwareParsing the offloads for packets whose headers the application parses, {@code enum mlx5dv_sw_parsing_offloads}
 * @param striding the strides of receives
 * @param tunnels the tunnels whose inner headers the device processes
 * @param maxRegisters the maximum number of doorbell registers of a process
 * @param maxClockUpdateNanos the maximum time between two queries of the clock in nanoseconds
 * @param flowActions the capabilities of ESP actions, {@code enum mlx5dv_flow_action_cap_flags}
 * @param dynamicPaging the operations of dynamic connections on memory with on-demand paging, {@code enum ibv_odp_transport_cap_bits}
 * @param coreClock the address of the clock register in this process; 0 if it is not mapped
 * @param bondPorts the number of ports of a bond
 * @param signature the signatures of memory keys
 * @param maxStreams the maximum number of streams of an initiator; 0 if it has none
 * @param maxFailedStreams the maximum number of failed streams of an initiator
 * @param maxCopyBytes the maximum length of a copy request in bytes
 * @param crypto the encryption of memory keys
 * @param maxReads the maximum number of reads that a target serves at once
 * @param maxStartedReads the maximum number of reads that an initiator has in flight
 * @param metadata the part of metadata register C0 that identifies the port
 */
public record Mlx5DeviceAttributes(
        Flags<Mlx5DeviceFlag> flags,
        long valid,
        int maxCompressedCompletions,
        Flags<CompressedCompletionFormat> compressedFormats,
        int softwareParsing,
        StridingLimits striding,
        Flags<TunnelOffload> tunnels,
        int maxRegisters,
        long maxClockUpdateNanos,
        int flowActions,
        int dynamicPaging,
        long coreClock,
        int bondPorts,
        SignatureLimits signature,
        int maxStreams,
        int maxFailedStreams,
        long maxCopyBytes,
        CryptoLimits crypto,
        long maxReads,
        long maxStartedReads,
        MaskedRegister metadata) {
    private static final int BYTE = 0xff;
    private static final int SHORT = 0xffff;

    /**
     * The strides of receives; all numbers are 0 if there are none.
     *
     * @param minBytes the binary logarithm of the minimum length of a stride in bytes
     * @param maxBytes the binary logarithm of the maximum length of a stride in bytes
     * @param minStrides the binary logarithm of the minimum number of strides of a receive
     * @param maxStrides the binary logarithm of the maximum number of strides of a receive
     * @param types the types of queue pairs whose receives have strides, a bit each
     */
    public record StridingLimits(int minBytes, int maxBytes, int minStrides, int maxStrides, int types) {}

    /**
     * The signatures of memory keys.
     *
     * @param blockSizes the sizes of blocks, a bit for each {@link SignatureBlockSize}
     * @param kinds the kinds, {@code enum mlx5dv_sig_prot_caps}
     * @param guards the guards of T10-DIF, a bit for each {@link SignatureGuardType}
     * @param crcs the polynomials, a bit for each {@link SignatureCrcType}
     */
    public record SignatureLimits(long blockSizes, int kinds, int guards, int crcs) {}

    /**
     * The encryption of memory keys.
     *
     * @param failedTests the self tests that failed
     * @param engines the ciphers, {@code enum mlx5dv_crypto_engines_caps}
     * @param imports how keys are imported, {@code enum mlx5dv_crypto_wrapped_import_method_caps}
     * @param maxKeys the binary logarithm of the maximum number of data encryption keys
     * @param flags the state, {@code enum mlx5dv_crypto_caps_flags}
     */
    public record CryptoLimits(int failedTests, int engines, int imports, int maxKeys, int flags) {}

    static Mlx5DeviceAttributes read(ByteBuffer bytes) {
        int streams = bytes.get(Mlx5DeviceRecord.MAX_STREAMS) & BYTE;
        int failed = bytes.get(Mlx5DeviceRecord.MAX_FAILED_STREAMS) & BYTE;
        return new Mlx5DeviceAttributes(
                Flags.of(Mlx5DeviceFlag.class, bytes.getLong(Mlx5DeviceRecord.FLAGS)),
                bytes.getLong(Mlx5DeviceRecord.VALID),
                bytes.getInt(Mlx5DeviceRecord.MAX_COMPRESSED),
                Flags.of(
                        CompressedCompletionFormat.class,
                        Integer.toUnsignedLong(bytes.getInt(Mlx5DeviceRecord.COMPRESSED_FORMATS))),
                bytes.getInt(Mlx5DeviceRecord.PARSING),
                new StridingLimits(
                        bytes.getInt(Mlx5DeviceRecord.MIN_STRIDE),
                        bytes.getInt(Mlx5DeviceRecord.MAX_STRIDE),
                        bytes.getInt(Mlx5DeviceRecord.MIN_STRIDES),
                        bytes.getInt(Mlx5DeviceRecord.MAX_STRIDES),
                        bytes.getInt(Mlx5DeviceRecord.STRIDING_TYPES)),
                Flags.of(TunnelOffload.class, Integer.toUnsignedLong(bytes.getInt(Mlx5DeviceRecord.TUNNELS))),
                bytes.getInt(Mlx5DeviceRecord.MAX_REGISTERS),
                bytes.getLong(Mlx5DeviceRecord.MAX_CLOCK_UPDATE),
                bytes.getInt(Mlx5DeviceRecord.FLOW_ACTIONS),
                bytes.getInt(Mlx5DeviceRecord.DYNAMIC_PAGING),
                bytes.getLong(Mlx5DeviceRecord.CORE_CLOCK),
                bytes.get(Mlx5DeviceRecord.LAG_PORTS) & BYTE,
                new SignatureLimits(
                        bytes.getLong(Mlx5DeviceRecord.BLOCK_SIZES),
                        bytes.getInt(Mlx5DeviceRecord.PROTECTIONS),
                        bytes.getShort(Mlx5DeviceRecord.DIF_TYPES) & SHORT,
                        bytes.getShort(Mlx5DeviceRecord.CRC_TYPES) & SHORT),
                streams == 0 ? 0 : 1 << streams,
                failed == 0 ? 0 : 1 << failed,
                bytes.getLong(Mlx5DeviceRecord.MAX_COPY),
                new CryptoLimits(
                        bytes.getShort(Mlx5DeviceRecord.FAILED_TESTS) & SHORT,
                        bytes.get(Mlx5DeviceRecord.ENGINES) & BYTE,
                        bytes.get(Mlx5DeviceRecord.IMPORTS) & BYTE,
                        bytes.get(Mlx5DeviceRecord.MAX_KEYS) & BYTE,
                        bytes.getInt(Mlx5DeviceRecord.CRYPTO_FLAGS)),
                bytes.getLong(Mlx5DeviceRecord.MAX_READS),
                bytes.getLong(Mlx5DeviceRecord.MAX_STARTED_READS),
                new MaskedRegister(
                        bytes.getInt(Mlx5DeviceRecord.REGISTER_VALUE), bytes.getInt(Mlx5DeviceRecord.REGISTER_MASK)));
    }
}
