package io.verbena.subnet.forwarding;

import io.verbena.iba.Lid;
import io.verbena.iba.MulticastForwardingTable;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;

/** Multicast forwarding table of a switch: masks of 16 ports, ordered by group and position. */
final class MulticastMasks {
    static final int BLOCK = 32;
    static final int PORTS = 16;

    private final int positions;
    private final char[] masks;

    MulticastMasks(int groups, int positions) {
        this.positions = positions;
        this.masks = new char[groups * positions];
    }

    void put(int block, int position, MulticastForwardingTable answer) {
        for (int i = 0; i < BLOCK; i++) {
            int at = (block * BLOCK + i) * positions + position;
            if (at < masks.length) {
                masks[at] = (char) answer.portMask(i);
            }
        }
    }

    BitSet exits(Lid group) {
        BitSet exits = new BitSet();
        int first = (group.bits() - Lid.FIRST_MULTICAST.bits()) * positions;
        if (first < 0 || first >= masks.length) {
            return exits;
        }
        for (int position = 0; position < positions; position++) {
            for (int bit = 0; bit < PORTS; bit++) {
                exits.set(position * PORTS + bit, (masks[first + position] >>> bit & 1) != 0);
            }
        }
        return exits;
    }

    List<Lid> groups() {
        return IntStream.range(0, masks.length / positions)
                .mapToObj(index -> Lid.of(Lid.FIRST_MULTICAST.bits() + index))
                .filter(group -> !exits(group).isEmpty())
                .toList();
    }
}
