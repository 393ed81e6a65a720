package io.verbena.subnet.chassis;

/** What kind of board is in a slot. */
public enum SlotType {
    /** A board with ports to the outside. */
    LINE("Line"),
    /** A board that joins the line boards. */
    SPINE("Spine"),
    /** A board with routers to other networks. */
    ROUTER("SRBD");

    private final String text;

    SlotType(String text) {
        this.text = text;
    }

    /** As ibnetdiscover shows it. */
    @Override
    public String toString() {
        return text;
    }
}
