package io.verbena.hca;

import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.Set;

/** How packets are spread over the work queues of a table (ibv_create_qp_ex(3), {@code rx_hash_conf}). */
public final class ReceiveHash {
    private static final int MAX_KEY = 255;

    private final HashFunction function;
    private final byte[] key;
    private final Set<HashField> fields;

    private ReceiveHash(HashFunction function, byte[] key, Set<HashField> fields) {
        this.function = function;
        this.key = key;
        this.fields = fields;
    }

    /**
     * By a function with a key.
     *
     * @param key the key of the function, 1 to 255 bytes; that of Toeplitz has 40
     * @param fields what of a packet counts; nothing: all go to the first place
     * @throws IllegalArgumentException if the key has no such length
     */
    public static ReceiveHash of(HashFunction function, byte[] key, HashField... fields) {
        if (key.length == 0 || key.length > MAX_KEY) {
            throw new IllegalArgumentException(
                    "a key of " + key.length + " bytes is out of range; it has 1 to " + MAX_KEY);
        }
        EnumSet<HashField> counting = EnumSet.noneOf(HashField.class);
        counting.addAll(Arrays.asList(fields));
        return new ReceiveHash(function, key.clone(), Collections.unmodifiableSet(counting));
    }

    /** How a packet becomes a place in the table. */
    public HashFunction function() {
        return function;
    }

    /** The key of the function. */
    public byte[] key() {
        return key.clone();
    }

    /** What of a packet counts. */
    public Set<HashField> fields() {
        return fields;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ReceiveHash that
                && function == that.function
                && Arrays.equals(key, that.key)
                && fields.equals(that.fields);
    }

    @Override
    public int hashCode() {
        return 31 * fields.hashCode() + Arrays.hashCode(key);
    }

    @Override
    public String toString() {
        return "ReceiveHash[" + function + ", key=" + HexFormat.of().formatHex(key) + ", fields=" + fields + "]";
    }
}
