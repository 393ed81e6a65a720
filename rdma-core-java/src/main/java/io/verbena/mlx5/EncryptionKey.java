package io.verbena.mlx5;

import io.verbena.spi.verbs.Mlx5EncryptionKeyRecord;
import io.verbena.spi.verbs.Mlx5Operations;
import io.verbena.spi.verbs.RecordMemory;
import io.verbena.verbs.DriverExtension;
import io.verbena.verbs.DriverObject;
import io.verbena.verbs.ProtectionDomain;
import io.verbena.verbs.VerbsObject;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A data encryption key of a ConnectX device (mlx5dv_dek_create(3)). It has run on the hollow device only. */
public final class EncryptionKey extends DriverObject<Mlx5Operations> {
    private static final int OPAQUE = 8;

    private EncryptionKey(Creation<Mlx5Operations> created) {
        super(created);
    }

    static EncryptionKey create(
            DriverExtension<Mlx5Operations> extension,
            ProtectionDomain domain,
            @Nullable CryptoLogin login,
            RecordMemory record) {
        List<VerbsObject> from = new ArrayList<>(List.of(domain));
        if (login != null) {
            from.add(login);
        }
        return create(
                extension,
                from,
                EncryptionKey::new,
                (mlx5, handles) -> {
                    record.bytes().putLong(Mlx5EncryptionKeyRecord.DOMAIN, handles[0]);
                    if (login != null) {
                        record.bytes()
                                .putLong(Mlx5EncryptionKeyRecord.MASK, Mlx5EncryptionKeyRecord.WITH_LOGIN)
                                .putLong(Mlx5EncryptionKeyRecord.LOGIN, handles[1]);
                    }
                    return mlx5.createEncryptionKey(record);
                },
                Mlx5Operations::destroyEncryptionKey);
    }

    private RecordMemory query() {
        RecordMemory memory = extension().memory(Integer.BYTES + OPAQUE);
        extension().run(this, (mlx5, handle) -> mlx5.queryEncryptionKey(handle, memory));
        return memory;
    }

    /** Returns the state (mlx5dv_dek_query(3)). */
    public EncryptionKeyState state() {
        return EncryptionKeyState.of(query().bytes().getInt(0));
    }

    /** Returns the 8 bytes that the key was created with. */
    public byte[] opaque() {
        byte[] opaque = new byte[OPAQUE];
        query().bytes().get(Integer.BYTES, opaque);
        return opaque;
    }
}
