package io.verbena.verbs.flow;

import io.verbena.spi.verbs.EspRecord;
import java.nio.ByteBuffer;

/**
 * The key of an ESP action, by AES-GCM with initialization vectors that count (RFC 4106): {@code struct
 * ibv_flow_action_esp_keymat_aes_gcm}. It never shows in a text, and two are equal only if they are one.
 */
public final class AesGcmKey {
    private static final int LARGEST_CHECK = 16;

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
     * A key with its salt, a first initialization vector of 0, and 16 bytes to check the integrity.
     *
     * @param key 16, 24 or 32 bytes, which are copied
     * @param salt 32 bits, that C has as a number of this machine
     * @throws IllegalArgumentException if the key has another length
     */
    public static AesGcmKey of(byte[] key, int salt) {
        if (key.length != 16 && key.length != 24 && key.length != 32) {
            throw new IllegalArgumentException("a key of " + key.length + " bytes is none of AES; it has 16, 24 or 32");
        }
        return new AesGcmKey(key.clone(), salt, 0, LARGEST_CHECK);
    }

    /** The same with this first initialization vector, 64 bits. */
    public AesGcmKey vector(long first) {
        return new AesGcmKey(key, salt, first, checkBytes);
    }

    /**
     * The same with so many bytes to check the integrity (ICV), 1 to 16.
     *
     * @throws IllegalArgumentException if they are not
     */
    public AesGcmKey checkBytes(int bytes) {
        if (bytes < 1 || bytes > LARGEST_CHECK) {
            throw new IllegalArgumentException(bytes + " bytes cannot check the integrity; they are from 1 to 16");
        }
        return new AesGcmKey(key, salt, vector, bytes);
    }

    /** How long it is. */
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
