package io.verbena.shell.view;

import io.verbena.iba.Lid;
import io.verbena.iba.SmInfo;
import io.verbena.iba.SmState;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Renders a subnet manager in the layout of sminfo. */
public final class SminfoView {
    private SminfoView() {}

    /** Returns one line. */
    public static List<String> text(SmInfo info, Lid lid) {
        return List.of("sminfo: sm lid %s sm guid 0x%x, activity count %d priority %d state %d %s"
                .formatted(
                        lid,
                        info.guidBits(),
                        info.activityCount(),
                        info.priority(),
                        info.stateBits(),
                        name(info.state())));
    }

    private static String name(SmState state) {
        return switch (state) {
            case DISCOVERING -> "SMINFO_DISCOVER";
            case STANDBY -> "SMINFO_STANDBY";
            case MASTER -> "SMINFO_MASTER";
            case NOT_ACTIVE -> "SMINFO_NOTACT";
            case UNKNOWN -> "???";
        };
    }

    /** Returns the value for the structured formats. */
    public static Object json(SmInfo info, Lid lid) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("lid", lid);
        json.put("info", info);
        return json;
    }
}
