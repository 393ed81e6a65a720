package io.verbena.diag.link;

import io.verbena.error.NearestNames;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** The aspects of links that are compared, by their names in {@code iblinkinfo --diffcheck}. */
public enum LinkCheck {
    /** The remote ports of links. */
    PORT,
    /** The states of ports. */
    STATE,
    /** LIDs, including those of remote ports if {@link #PORT} is compared. */
    LID,
    /** NodeDescriptions, including those of remote nodes if {@link #PORT} is compared. */
    NODEDESC;

    /** The default aspects: remote ports and states. */
    public static final Set<LinkCheck> DEFAULTS = Set.of(PORT, STATE);

    private static final List<String> WORDS =
            Arrays.stream(values()).map(LinkCheck::word).toList();

    private String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Parses a list such as {@code port,state}, regardless of case.
     *
     * @throws IllegalArgumentException if a word is unknown
     */
    public static Set<LinkCheck> parse(String words) {
        Set<LinkCheck> checks = EnumSet.noneOf(LinkCheck.class);
        for (String word : words.split(",", -1)) {
            checks.add(Arrays.stream(values())
                    .filter(check -> check.word().equals(word.toLowerCase(Locale.ROOT)))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException(
                            "'" + word + "' cannot be compared" + NearestNames.hint(word, WORDS))));
        }
        return checks;
    }
}
