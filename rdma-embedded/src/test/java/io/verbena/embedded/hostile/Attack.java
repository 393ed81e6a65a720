package io.verbena.embedded.hostile;

import io.verbena.contract.connection.HostileAct;
import java.util.List;

/** The kinds of hostile peers, and a client that behaves well, which shows what connecting at the same rate costs by itself. */
enum Attack {
    WELL_BEHAVED("a client that behaves well", Stage.REQUESTS, HostileAct.REQUEST),
    MALFORMED(
            "malformed messages",
            Stage.REQUESTS,
            HostileAct.NONSENSE,
            HostileAct.SHORT_HEADER,
            HostileAct.VERSION,
            HostileAct.KIND,
            HostileAct.NO_REQUEST),
    LENGTHS(
            "wrong lengths",
            Stage.REQUESTS,
            HostileAct.LENGTH,
            HostileAct.EMPTY_MESSAGE,
            HostileAct.TOO_LONG,
            HostileAct.NOTHING_LONG,
            HostileAct.LONG_REQUEST),
    CREDITS(
            "wrong credits",
            Stage.REQUESTS,
            HostileAct.CREDITS_OVER_GRANT,
            HostileAct.NO_CREDITS,
            HostileAct.WITHOUT_WAITING),
    NUMBERS(
            "wrong numbers",
            Stage.REQUESTS,
            HostileAct.READ_OF_NOTHING,
            HostileAct.REPLY_TO_NOTHING,
            HostileAct.FAILURE_OF_NOTHING,
            HostileAct.REPEATED_NUMBER),
    KEYS("wrong keys and addresses", Stage.REQUESTS, HostileAct.KEY, HostileAct.ADDRESS, HostileAct.MORE_THAN_IT_HAS),
    ORDER("wrong order", Stage.REQUESTS, HostileAct.AFTER_END, HostileAct.REPLAY),
    NO_REPLY_CREDITS("requests without credits for replies", Stage.NO_CREDITS),
    NO_RECEIVES("requests without receives for replies", Stage.NO_RECEIVES),
    SILENT_CHANNEL("silence on an open channel", Stage.CHANNEL),
    SILENT_AFTER_READY("silence before the channel is open", Stage.READY),
    SILENT_CONNECTION("silence on a new connection", Stage.CONNECTION),
    UNCONFIRMED("connections without confirmation", Stage.UNCONFIRMED),
    HALF_OPEN("flood of half-open connections", Stage.HALF_OPEN);

    /** How far the peer goes before it breaks a rule or falls silent. */
    enum Stage {
        HALF_OPEN,
        UNCONFIRMED,
        CONNECTION,
        READY,
        CHANNEL,
        NO_RECEIVES,
        NO_CREDITS,
        REQUESTS
    }

    private final String title;
    private final Stage stage;

    @SuppressWarnings("ImmutableEnumChecker") // made by List.of
    private final List<HostileAct> acts;

    Attack(String title, Stage stage, HostileAct... acts) {
        this.title = title;
        this.stage = stage;
        this.acts = List.of(acts);
    }

    String title() {
        return title;
    }

    Stage stage() {
        return stage;
    }

    /** Returns the acts that the peers perform in turn. */
    List<HostileAct> acts() {
        return acts;
    }

    /** Returns whether a peer of this kind keeps its connection until the server ends it. */
    boolean isPatient() {
        return stage != Stage.REQUESTS;
    }
}
