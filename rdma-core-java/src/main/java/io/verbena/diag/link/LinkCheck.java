package io.verbena.diag.link;

import io.verbena.error.NearestNames;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** What of links is to be compared, by the names of {@code iblinkinfo --diffcheck}. */
public enum LinkCheck {
    /** Where they lead. */
    PORT,
    /** The states of ports. */
    STATE,
    /** LIDs; of the other end, too, if {@link #PORT} is compared. */
    LID,
    /** What nodes call themselves; that at the other end, too, if {@link #PORT} is compared. */
    NODEDESC;

    /** Where they lead, and the states of ports. */
    public static final Set<LinkCheck> DEFAULTS = Set.of(PORT, STATE);

    private static final List<String> WORDS =
            Arrays.stream(values()).map(LinkCheck::word).toList();

    private String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Reads {@code port,state}; big letters are as good as small ones.
     *
     * @throws IllegalArgumentException if one of the words is none of these
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
