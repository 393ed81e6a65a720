package io.verbena.subnet.chassis;

/**
 * Where in a chassis a node is.
 *
 * @param system the type of the chassis, {@code ISR9288}
 * @param type the kind of board
 * @param number of the slot, from 1
 * @param chip which of the chips of the board, from 1
 */
public record Slot(String system, SlotType type, int number, int chip) {
    /** As ibnetdiscover shows it, {@code ISR9288 Spine 1 Chip 2}. */
    @Override
    public String toString() {
        return system + " " + type + " " + number + " Chip " + chip;
    }
}
