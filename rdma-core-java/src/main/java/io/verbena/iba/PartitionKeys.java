package io.verbena.iba;

/** Partition keys (IBA 10.9.1): 15 bits for the partition, and one bit for full membership. */
public final class PartitionKeys {
    /** Full membership in the default partition. */
    public static final int DEFAULT = 0xffff;

    /** Bit for full membership. */
    public static final int FULL_MEMBER = 0x8000;

    private PartitionKeys() {}

    /** Returns whether two keys belong to one partition, with any membership. */
    public static boolean areOfOnePartition(int one, int other) {
        return (one | FULL_MEMBER) == (other | FULL_MEMBER);
    }

    /** Returns the key with the other membership in the partition. */
    public static int ofOtherMembership(int key) {
        return key ^ FULL_MEMBER;
    }
}
