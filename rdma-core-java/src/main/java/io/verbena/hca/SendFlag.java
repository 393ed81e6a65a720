package io.verbena.hca;

import io.verbena.iba.WireEnum;

/** How a send request is done (ibv_post_send(3)). */
public enum SendFlag implements WireEnum {
    /** Not before the reads and atomics that were posted before it have ended. */
    FENCE(1, "FENCE"),
    /** It is completed even if it succeeds. */
    SIGNALED(2, "SIGNALED"),
    /** The completion at the other side is an event for those who wait for solicited ones only. */
    SOLICITED(4, "SOLICITED"),
    /** The data are in the request. */
    INLINE(8, "INLINE"),
    /** The device fills in the checksums of IP, TCP and UDP. */
    IP_CHECKSUM(16, "IP_CSUM");

    private final int code;
    private final String text;

    SendFlag(int code, String text) {
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
