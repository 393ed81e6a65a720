package io.verbena.spring.boot.failure;

import java.util.Collection;
import java.util.Comparator;

/** What somebody may have meant who mistyped a name. */
final class NearestName {
    private NearestName() {}

    /** The name with the fewest letters to change. */
    static String to(String typed, Collection<String> names) {
        return names.stream()
                .min(Comparator.comparingInt(name -> distance(typed, name)))
                .orElseThrow(() -> new IllegalArgumentException("there are no names to choose from"));
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
