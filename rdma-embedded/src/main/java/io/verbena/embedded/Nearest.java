package io.verbena.embedded;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** What somebody may have meant who mistyped a name. */
final class Nearest {
    private static final int SHOWN = 3;

    private Nearest() {}

    /** The names with the fewest letters to change, the nearest first. */
    static List<String> to(String typed, Collection<String> names) {
        record Candidate(String name, int distance) {}
        return names.stream()
                .distinct()
                .map(name ->
                        new Candidate(name, distance(typed.toLowerCase(Locale.ROOT), name.toLowerCase(Locale.ROOT))))
                .sorted(Comparator.comparingInt(Candidate::distance))
                .limit(SHOWN)
                .map(Candidate::name)
                .toList();
    }

    // Levenshtein's, one row at a time.
    private static int distance(String a, String b) {
        int[] row = new int[b.length() + 1];
        for (int j = 0; j < row.length; j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j < row.length; j++) {
                int changed = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(changed, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[b.length()];
    }
}
