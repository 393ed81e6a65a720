package io.verbena.prose;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Terms are words and constructions that Verbena does not use, each with what to write instead. */
final class Terms {
    private record Term(Pattern pattern, String advice, Set<Passage.Kind> kinds) {}

    private final List<Term> terms = new ArrayList<>();

    /**
     * Reads the table of terms.
     *
     * @param lines a term each: a regular expression, the advice, and the kinds of passages it applies to (default: all),
     *     separated by tabs; empty lines and lines that start with {@code #} are ignored
     */
    Terms(List<String> lines) {
        for (String line : lines) {
            if (!line.isBlank() && !line.startsWith("#")) {
                String[] columns = line.split("\t+", -1);
                if (columns.length < 2) {
                    throw new IllegalArgumentException(
                            "terms.txt: no advice in \"" + line + "\"; expected PATTERN<tab>ADVICE");
                }
                terms.add(new Term(
                        Pattern.compile(columns[0]),
                        columns[1],
                        columns.length > 2 ? kinds(columns[2]) : EnumSet.allOf(Passage.Kind.class)));
            }
        }
    }

    private static Set<Passage.Kind> kinds(String names) {
        Set<Passage.Kind> kinds = EnumSet.noneOf(Passage.Kind.class);
        for (String name : names.split(",", -1)) {
            kinds.add(Passage.Kind.valueOf(name));
        }
        return kinds;
    }

    List<ProseFinding> check(Passage passage) {
        List<ProseFinding> findings = new ArrayList<>();
        String plain = passage.plain();
        int start = plain.length() - plain.stripLeading().length();
        for (Term term : terms) {
            // The region makes ^ match the first word of a passage that starts with a blank.
            Matcher matcher = term.pattern.matcher(plain).region(start, plain.length());
            while (term.kinds.contains(passage.kind()) && matcher.find()) {
                int line = passage.line(matcher.start());
                findings.add(new ProseFinding(
                        passage.file(),
                        line,
                        "TERM",
                        matcher.group().strip(),
                        passage.sentence(matcher.start(), matcher.end()),
                        term.advice));
            }
        }
        return findings;
    }
}
