package io.verbena.shell.view;

import java.util.ArrayList;
import java.util.List;

/** Highlights the changes between two outputs. */
public final class ChangedText {
    private static final String REVERSE = "\u001b[7m";
    private static final String PLAIN = "\u001b[0m";

    private ChangedText() {}

    /**
     * Returns the lines of {@code now}, with parts that differ from the same place of {@code before} in reverse video.
     */
    public static List<String> highlight(List<String> before, List<String> now) {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < now.size(); i++) {
            lines.add(i < before.size() ? highlight(before.get(i), now.get(i)) : REVERSE + now.get(i) + PLAIN);
        }
        return lines;
    }

    private static String highlight(String before, String now) {
        StringBuilder text = new StringBuilder();
        boolean reverse = false;
        for (int i = 0; i < now.length(); i++) {
            boolean changed = i >= before.length() || before.charAt(i) != now.charAt(i);
            if (changed != reverse) {
                text.append(changed ? REVERSE : PLAIN);
                reverse = changed;
            }
            text.append(now.charAt(i));
        }
        return reverse ? text.append(PLAIN).toString() : text.toString();
    }
}
