package io.verbena.diag.scheduler;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Host lists of Slurm: names that differ in their last number only become one, such as {@code host[0-2,5]}. */
final class HostList {
    /** Orders names by their text, and by the value of the number at their end. */
    static final Comparator<String> NATURAL = Comparator.comparing(
                    (String name) -> Parts.of(name).prefix())
            .thenComparing(name -> Parts.of(name).number())
            .thenComparing(Comparator.naturalOrder());

    private static final int MAX_DIGITS = 9;

    private HostList() {}

    /** A name, divided before the number at its end; a number of 0 digits is none. */
    private record Parts(String prefix, int digits, long number) {
        private static final Pattern NUMBERED = Pattern.compile("(.*?)([0-9]+)");

        static Parts of(String name) {
            Matcher matcher = NUMBERED.matcher(name);
            if (!matcher.matches() || matcher.group(2).length() > MAX_DIGITS) {
                return new Parts(name, 0, -1);
            }
            String number = matcher.group(2);
            return new Parts(matcher.group(1), number.length(), Long.parseLong(number));
        }

        /** Returns the number of digits if the number has leading zeros; 0 if it has none. */
        int padding() {
            return digits == String.valueOf(number).length() ? 0 : digits;
        }
    }

    /** Returns the list of some hosts, ordered naturally. */
    static String of(Collection<String> hosts) {
        Map<String, List<Parts>> groups = new LinkedHashMap<>();
        for (String host : hosts.stream().distinct().sorted(NATURAL).toList()) {
            Parts parts = Parts.of(host);
            // A number without leading zeros continues a padded range only if it has the same number of digits.
            String key = parts.prefix() + "/" + (parts.digits() == 0 ? "" : width(parts, groups));
            groups.computeIfAbsent(key, absent -> new ArrayList<>()).add(parts);
        }
        return String.join(",", groups.values().stream().map(HostList::group).toList());
    }

    private static int width(Parts parts, Map<String, List<Parts>> groups) {
        return groups.containsKey(parts.prefix() + "/" + parts.digits()) ? parts.digits() : parts.padding();
    }

    private static String group(List<Parts> group) {
        Parts first = group.get(0);
        if (first.digits() == 0) {
            return first.prefix();
        }
        int width = first.padding();
        if (group.size() == 1) {
            return first.prefix() + text(first.number(), width);
        }
        List<String> ranges = new ArrayList<>();
        int start = 0;
        for (int i = 1; i <= group.size(); i++) {
            if (i == group.size() || group.get(i).number() != group.get(i - 1).number() + 1) {
                String from = text(group.get(start).number(), width);
                ranges.add(
                        i - start == 1
                                ? from
                                : from + "-" + text(group.get(i - 1).number(), width));
                start = i;
            }
        }
        return first.prefix() + "[" + String.join(",", ranges) + "]";
    }

    private static String text(long number, int width) {
        return width == 0 ? String.valueOf(number) : String.format("%0" + width + "d", number);
    }
}
