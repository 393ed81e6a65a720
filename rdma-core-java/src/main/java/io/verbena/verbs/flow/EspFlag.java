package io.verbena.verbs.flow;

import io.verbena.iba.WireEnum;

/** What an ESP action does (ibv_flow_action_esp(3)); without any, it decrypts the payload in tunnel mode. */
public enum EspFlag implements WireEnum {
    /** The device adds and removes header and trailer, and guards against replays; else only the payload is its own. */
    FULL_OFFLOAD(1, "FULL_OFFLOAD"),
    /** Transport mode, not tunnel mode. */
    TRANSPORT(2, "TRANSPORT"),
    /** Packets are encrypted, not decrypted. */
    ENCRYPT(4, "ENCRYPT"),
    /** The extended sequence number is of the next window. */
    NEW_WINDOW(8, "ESN_NEW_WINDOW");

    private final int code;
    private final String text;

    EspFlag(int code, String text) {
        this.code = code;
        this.text = text;
    }

    @Override
    public int code() {
        return code;
    }

    @Override
    public String text() {
        return text;
    }
}
