package io.verbena.iba;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The upper bit of a partition key is the membership, and the others are the partition (IBA 10.9.1). */
class PartitionKeysTest {
    @Test
    void limitedAndFullMembersAreOfOnePartition() {
        assertThat(PartitionKeys.areOfOnePartition(0xffff, 0x7fff)).isTrue();
        assertThat(PartitionKeys.areOfOnePartition(0x0007, 0x0007)).isTrue();
        assertThat(PartitionKeys.areOfOnePartition(0x8007, 0x8006)).isFalse();
        assertThat(PartitionKeys.areOfOnePartition(0x0007, 0x4007)).isFalse();
    }

    @Test
    void theOtherMembershipIsInTheSamePartition() {
        assertThat(PartitionKeys.ofOtherMembership(0xffff)).isEqualTo(0x7fff);
        assertThat(PartitionKeys.ofOtherMembership(0x0007)).isEqualTo(0x8007);
    }
}
