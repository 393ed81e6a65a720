package io.verbena.subnet.chassis;

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
