package io.verbena.verbs.flow;

import io.verbena.spi.verbs.EspRecord;
import java.nio.ByteBuffer;

/**
 * The AES-GCM key of an ESP action, with sequential initialization vectors (RFC 4106): {@code struct
 * ibv_flow_action_esp_keymat_aes_gcm}. {@link #toString} does not reveal the key, and keys are compared by identity.
 */
public final class AesGcmKey {
    private static final int MAX_CHECK_BYTES = 16;

    private final byte[] key;
    private final int salt;
    private final long vector;
    private final int checkBytes;

    private AesGcmKey(byte[] key, int salt, long vector, int checkBytes) {
        this.key = key;
        this.salt = salt;
        this.vector = vector;
        this.checkBytes = checkBytes;
    }

    /**
     * Returns a key with a first initialization vector of 0 and an integrity check value of 16 bytes.
     *
     * @param key 16, 24 or 32 bytes, which are copied
     * @param salt the salt, 32 bits in the byte order of the machine
     * @throws IllegalArgumentException if the key has another length
     */
    public static AesGcmKey of(byte[] key, int salt) {
        if (key.length != 16 && key.length != 24 && key.length != 32) {
            throw new IllegalArgumentException("a key of " + key.length + " bytes is none of AES; it has 16, 24 or 32");
        }
        return new AesGcmKey(key.clone(), salt, 0, MAX_CHECK_BYTES);
    }

    /** Returns a copy with another first initialization vector, 64 bits. */
    public AesGcmKey vector(long first) {
        return new AesGcmKey(key, salt, first, checkBytes);
    }

    /**
     * Returns a copy with another length of the integrity check value (ICV), 1 to 16 bytes.
     *
     * @throws IllegalArgumentException if the length is out of this range
     */
    public AesGcmKey checkBytes(int bytes) {
        if (bytes < 1 || bytes > MAX_CHECK_BYTES) {
            throw new IllegalArgumentException(bytes + " bytes cannot check the integrity; they are from 1 to 16");
        }
        return new AesGcmKey(key, salt, vector, bytes);
    }

    /** Returns the length of the key in bits. */
    public int bits() {
        return key.length * Byte.SIZE;
    }

    void write(ByteBuffer record) {
        record.putLong(EspRecord.VECTOR, vector)
                .putInt(EspRecord.VECTOR_ALGORITHM, EspRecord.SEQUENTIAL)
                .putInt(EspRecord.SALT, salt)
                .putInt(EspRecord.CHECK_LENGTH, checkBytes)
                .putInt(EspRecord.KEY_LENGTH, key.length)
                .put(EspRecord.KEY, key);
    }

    @Override
    public String toString() {
        return "AesGcmKey[" + bits() + " bits]";
    }
}
