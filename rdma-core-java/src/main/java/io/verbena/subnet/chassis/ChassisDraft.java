package io.verbena.subnet.chassis;

import io.verbena.iba.Guid;
import io.verbena.subnet.Node;
import io.verbena.subnet.chassis.Chassis.SlotType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** A chassis that is being assembled. */
final class ChassisDraft {
    private static final int SPINES = 18;
    private static final int LINES = 36;

    private final int number;
    private final SortedMap<Integer, Node> spines = new TreeMap<>();
    private final SortedMap<Integer, Node> lines = new TreeMap<>();
    private final List<Node> others = new ArrayList<>();

    ChassisDraft(int number) {
        this.number = number;
    }

    /** Puts a board into a slot. Returns false if the slot does not exist or is occupied. */
    boolean place(Node node, SlotType type, int place) {
        boolean spine = type == SlotType.SPINE;
        if (place < 1 || place > (spine ? SPINES : LINES)) {
            return false;
        }
        return (spine ? spines : lines).putIfAbsent(place, node) == null;
    }

    void add(Node node) {
        others.add(node);
    }

    List<Node> spines() {
        return List.copyOf(spines.values());
    }

    List<Node> lines() {
        return List.copyOf(lines.values());
    }

    /** Returns the GUID that Voltaire's subnet manager assigns to a chassis. */
    Guid guidOfSpines() {
        return Guid.of(spines().get(0).guid().bits() - 1);
    }

    Chassis build(Guid guid) {
        List<Node> lastFirst = new ArrayList<>(others);
        Collections.reverse(lastFirst);
        return new Chassis(number, guid, spines(), lines(), lastFirst);
    }
}
