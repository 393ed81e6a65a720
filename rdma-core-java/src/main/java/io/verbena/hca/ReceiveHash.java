package io.verbena.hca;

import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.Set;

/** The hash that spreads packets over the work queues of a table (ibv_create_qp_ex(3), {@code rx_hash_conf}). */
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
     * Returns a hash by a function with a key.
     *
     * @param key the key of the function, 1 to 255 bytes; 40 bytes for Toeplitz
     * @param fields the packet fields that the hash covers; without fields all packets go to the first queue
     * @throws IllegalArgumentException if the length of the key is out of range
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

    /** Returns the hash function. */
    public HashFunction function() {
        return function;
    }

    /** Returns the key. */
    public byte[] key() {
        return key.clone();
    }

    /** Returns the packet fields that the hash covers. */
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
