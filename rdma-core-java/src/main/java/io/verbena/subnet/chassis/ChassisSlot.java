package io.verbena.subnet.chassis;

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
