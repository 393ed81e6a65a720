package io.verbena.iba;

/** Partition keys (IBA 10.9.1): 15 bits that name the partition, and one that tells a full member from a limited one. */
public final class PartitionKeys {
    /** The key of a full member of the partition that every port is in, unless somebody says otherwise. */
    public static final int DEFAULT = 0xffff;

    /** The bit of a full member. */
    public static final int FULL_MEMBER = 0x8000;

    private PartitionKeys() {}

    /** Whether these are of the same partition, whatever their memberships are. */
    public static boolean areOfOnePartition(int one, int other) {
        return (one | FULL_MEMBER) == (other | FULL_MEMBER);
    }

    /** The key of the same partition with the other membership. */
    public static int ofOtherMembership(int key) {
        return key ^ FULL_MEMBER;
    }
}
