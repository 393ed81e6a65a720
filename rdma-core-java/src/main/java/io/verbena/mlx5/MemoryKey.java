package io.verbena.mlx5;

import io.verbena.hca.SendFlag;
import io.verbena.iba.WireEnum;
import io.verbena.spi.verbs.Mlx5KeyErrorRecord;
import io.verbena.spi.verbs.Mlx5Operations;
import io.verbena.spi.verbs.RecordMemory;
import io.verbena.verbs.DriverExtension;
import io.verbena.verbs.DriverObject;
import io.verbena.verbs.ProtectionDomain;
import io.verbena.verbs.QueuePair;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A memory key that refers to parts of other regions, computes signatures of their blocks, or encrypts them (mlx5dv_create_mkey(3)). A
 * request of a queue pair with {@link Mlx5SendOperation#KEY_CONFIGURATION} configures it. It has run on the hollow device only.
 */
public final class MemoryKey extends DriverObject<Mlx5Operations> {
    private static final int KEYS = 8;

    private final int localKey;
    private final int remoteKey;

    private MemoryKey(Creation<Mlx5Operations> created) {
        super(created);
        RecordMemory keys = created.extension().memory(KEYS);
        created.extension().run(mlx5 -> mlx5.readFields(created.handle(), keys, KEYS));
        localKey = keys.bytes().getInt(0);
        remoteKey = keys.bytes().getInt(Integer.BYTES);
    }

    static MemoryKey create(
            DriverExtension<Mlx5Operations> extension, ProtectionDomain domain, int maxEntries, int flags) {
        return create(
                extension,
                List.of(domain),
                MemoryKey::new,
                (mlx5, handles) -> mlx5.createKey(handles[0], flags, maxEntries),
                Mlx5Operations::destroyKey);
    }

    /** Returns the key for scatter/gather entries. */
    public int localKey() {
        return localKey;
    }

    /** Returns the key for the peer. */
    public int remoteKey() {
        return remoteKey;
    }

    /**
     * Returns what was wrong with the data since the last call (mlx5dv_mkey_check(3)). Call it after the requests that use the key have
     * completed.
     */
    public MemoryKeyError check() {
        RecordMemory memory = extension().memory(Mlx5KeyErrorRecord.SIZE);
        extension().run(this, (mlx5, handle) -> mlx5.checkKey(handle, memory));
        ByteBuffer bytes = memory.bytes();
        return new MemoryKeyError(
                MemoryKeyErrorType.of(bytes.getInt(Mlx5KeyErrorRecord.TYPE)),
                bytes.getLong(Mlx5KeyErrorRecord.ACTUAL),
                bytes.getLong(Mlx5KeyErrorRecord.EXPECTED),
                bytes.getLong(Mlx5KeyErrorRecord.OFFSET));
    }

    /**
     * Posts a request that configures this key (mlx5dv_wr_mkey_configure(3)), by itself. Later requests of the queue pair can use the
     * key.
     *
     * @param id the ID that the completion reports
     * @param flags the flags of the request
     * @throws io.verbena.error.SysException if the queue pair was not created for {@link Mlx5SendOperation#KEY_CONFIGURATION}, or the
     *     request cannot be posted
     */
    public void configure(QueuePair pair, long id, MemoryKeySetup setup, SendFlag... flags) {
        RecordMemory layout = extension().memory(Math.max(1, setup.layoutBytes()));
        RecordMemory record = setup.write(extension(), layout);
        int bits = (int) WireEnum.bitsOf(Set.of(flags));
        EncryptionKey key = setup.encryptionKey();
        List<@Nullable DriverObject<Mlx5Operations>> own = new ArrayList<>();
        own.add(this);
        own.add(key);
        extension()
                .query(
                        pair,
                        (mlx5, queue) -> extension().query(own, (same, handles) -> {
                            if (key != null) {
                                MemoryKeySetup.writeKey(record, handles[1]);
                            }
                            mlx5.configureKey(queue, id, bits, handles[0], record);
                            return layout;
                        }));
    }

    @Override
    public String toString() {
        return "MemoryKey[" + extension().context() + ", 0x" + Integer.toHexString(localKey) + "]";
    }
}
