package io.verbena.mlx5;

import io.verbena.spi.verbs.Mlx5Operations;
import io.verbena.verbs.DriverExtension;
import io.verbena.verbs.DriverObject;
import java.util.List;
import java.util.function.ToLongFunction;

/** A login to the encryption of a ConnectX device (mlx5dv_crypto_login_create(3)). It has run on the hollow device only. */
public final class CryptoLogin extends DriverObject<Mlx5Operations> {
    private CryptoLogin(Creation<Mlx5Operations> created) {
        super(created);
    }

    static CryptoLogin create(DriverExtension<Mlx5Operations> extension, ToLongFunction<Mlx5Operations> creation) {
        return create(
                extension,
                List.of(),
                CryptoLogin::new,
                (mlx5, handles) -> creation.applyAsLong(mlx5),
                Mlx5Operations::destroyLogin);
    }

    /** Returns the state (mlx5dv_crypto_login_query(3)). */
    public CryptoLoginState state() {
        return CryptoLoginState.of(extension().query(this, Mlx5Operations::queryLogin));
    }
}
