package io.verbena.subnet.chassis;

import io.verbena.iba.Guid;
import io.verbena.subnet.Node;
import java.util.List;
import java.util.stream.Stream;

/**
 * A chassis.
 *
 * @param number number of the chassis, from 1
 * @param guid system image GUID; for Voltaire, the GUID of the first spine minus one
 * @param spines spine boards, by slot
 * @param lines line boards, which have external ports, and router boards, by slot
 * @param others nodes with an unknown location, in reverse order of the subnet
 */
public record Chassis(int number, Guid guid, List<Node> spines, List<Node> lines, List<Node> others) {
    /** Copies the lists. */
    public Chassis {
        spines = List.copyOf(spines);
        lines = List.copyOf(lines);
        others = List.copyOf(others);
    }

    /** Returns all nodes. */
    public List<Node> nodes() {
        return Stream.of(spines, lines, others).flatMap(List::stream).toList();
    }

    /**
     * Location of a node in a chassis.
     *
     * @param system type of the chassis, {@code ISR9288}
     * @param type type of the board
     * @param number slot number, from 1
     * @param chip chip number on the board, from 1
     */
    public record ChassisSlot(String system, SlotType type, int number, int chip) {
        /** Returns the text of ibnetdiscover, {@code ISR9288 Spine 1 Chip 2}. */
        @Override
        public String toString() {
            return system + " " + type + " " + number + " Chip " + chip;
        }
    }

    /** Type of a board. */
    public enum SlotType {
        /** Board with external ports. */
        LINE("Line"),
        /** Board that connects line boards. */
        SPINE("Spine"),
        /** Board with routers to other networks. */
        ROUTER("SRBD");

        private final String text;

        SlotType(String text) {
            this.text = text;
        }

        /** Returns the text of ibnetdiscover. */
        @Override
        public String toString() {
            return text;
        }
    }
}
