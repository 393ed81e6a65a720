package io.verbena.mlx5;

import io.verbena.spi.verbs.Mlx5EncryptionKeyRecord;
import io.verbena.spi.verbs.Mlx5Operations;
import io.verbena.spi.verbs.RecordMemory;
import io.verbena.verbs.DriverExtension;
import io.verbena.verbs.ProtectionDomain;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The encryption of a ConnectX device. A process logs in once, or by logins that its encryption keys name. Credentials and keys do not
 * appear in any text, and their copies in native memory are cleared. It has run on the hollow device only.
 */
public final class Mlx5Crypto {
    private static final int CREDENTIAL = 48;
    private static final int SHORT_KEY = 16;
    private static final int MAX_KEY = 128;
    private static final int OPAQUE = 8;

    private final DriverExtension<Mlx5Operations> extension;

    Mlx5Crypto(DriverExtension<Mlx5Operations> extension) {
        this.extension = extension;
    }

    /**
     * Logs this open device in (mlx5dv_crypto_login(3)).
     *
     * @param credentialId the ID of the credential that the device has
     * @param importKeyId the ID of the key with which keys are imported
     * @param credential the wrapped credential, 48 bytes
     * @throws IllegalArgumentException if the credential has another length
     */
    public void login(int credentialId, int importKeyId, byte[] credential) {
        if (credential.length != CREDENTIAL) {
            throw new IllegalArgumentException("a credential of " + credential.length + " bytes; it has 48 bytes");
        }
        secretly(credential, memory -> extension.run(mlx5 -> mlx5.login(credentialId, importKeyId, memory)));
    }

    /** Returns the state of the login of this open device (mlx5dv_crypto_login_query_state(3)). */
    public CryptoLoginState state() {
        return CryptoLoginState.of(extension.query(Mlx5Operations::loginState));
    }

    /** Logs this open device out (mlx5dv_crypto_logout(3)). */
    public void logout() {
        extension.run(Mlx5Operations::logout);
    }

    /**
     * Creates a login that encryption keys can name (mlx5dv_crypto_login_create(3)).
     *
     * @param credentialId the ID of the credential that the device has
     * @param importKeyId the ID of the key with which keys are imported
     * @param credential the credential, wrapped or not
     */
    public CryptoLogin createLogin(int credentialId, int importKeyId, byte[] credential) {
        List<CryptoLogin> created = new ArrayList<>();
        secretly(
                credential,
                memory -> created.add(CryptoLogin.create(
                        extension, mlx5 -> mlx5.createLogin(credentialId, importKeyId, memory, credential.length))));
        return created.get(0);
    }

    /**
     * Creates a data encryption key for AES in XTS mode (mlx5dv_dek_create(3)).
     *
     * @param key the key with its tag, wrapped or not, at most 128 bytes
     * @param isLong whether it has 256 bits instead of 128
     * @param hasTag whether it ends with a tag
     * @param opaque bytes that {@link EncryptionKey#opaque} returns, 8 bytes
     * @param login the login, or null for that of the open device
     * @throws IllegalArgumentException if an array has another length
     */
    public EncryptionKey encryptionKey(
            ProtectionDomain domain,
            byte[] key,
            boolean isLong,
            boolean hasTag,
            byte[] opaque,
            @Nullable CryptoLogin login) {
        if (key.length < SHORT_KEY || key.length > MAX_KEY || opaque.length != OPAQUE) {
            throw new IllegalArgumentException("a key of " + key.length + " bytes and " + opaque.length
                    + " opaque bytes; a key has 16 to 128 bytes, and there are 8 opaque bytes");
        }
        RecordMemory record = extension.memory(Mlx5EncryptionKeyRecord.SIZE);
        ByteBuffer bytes = record.bytes();
        bytes.putInt(Mlx5EncryptionKeyRecord.KEY_SIZE, isLong ? 1 : 0)
                .put(Mlx5EncryptionKeyRecord.HAS_TAG, (byte) (hasTag ? 1 : 0))
                .put(Mlx5EncryptionKeyRecord.OPAQUE, opaque)
                .put(Mlx5EncryptionKeyRecord.KEY, key);
        try {
            return EncryptionKey.create(extension, domain, login, record);
        } finally {
            bytes.put(Mlx5EncryptionKeyRecord.KEY, new byte[MAX_KEY]);
        }
    }

    private interface SecretUse {
        void accept(RecordMemory memory);
    }

    /** Performs a call with native memory that is cleared after it. */
    private void secretly(byte[] secret, SecretUse use) {
        RecordMemory memory = extension.memory(Math.max(1, secret.length));
        memory.bytes().put(0, secret);
        try {
            use.accept(memory);
        } finally {
            memory.bytes().put(0, new byte[secret.length]);
        }
    }
}
