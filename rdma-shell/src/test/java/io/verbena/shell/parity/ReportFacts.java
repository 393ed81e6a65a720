package io.verbena.shell.parity;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The facts in reports of ibutils and of Verbena's commands of the same names, in words that both share. */
final class ReportFacts {
    private static final String END = "PortGUID=(\\S+) Port=\"(\\S+)\"";
    private static final Pattern LINK = Pattern.compile("-W- link with (\\S+) found .*" + END + ".*" + END);
    private static final Pattern COUNTERS =
            Pattern.compile("-W- (lid=\\S+ guid=\\S+ dev=\\d+ \\S+) Performance Monitor counter +: Value (.*)");
    private static final Pattern COUNTER = Pattern.compile("(\\w+) +: (0x\\w+)");
    private static final Pattern PARTITION = Pattern.compile("-I- +(PKey:.*)");
    private static final Pattern IPOIB = Pattern.compile("-[WI]- (.*can not join.*|Suboptimal.*|Subnet: .*)");
    private static final Pattern HOP = Pattern.compile("-I- (From|To): +(.*)");
    private static final Pattern ROW = Pattern.compile("(?:-I-)?\\s+(\\d+) +(\\d+)\\s*");

    private ReportFacts() {}

    /** Returns the findings of ibdiagnet or ibdiagpath, and the hops of a path. */
    static Set<String> findings(List<String> lines) {
        Set<String> facts = new HashSet<>();
        for (String line : statements(lines)) {
            Matcher link = LINK.matcher(line);
            Matcher counters = COUNTERS.matcher(line);
            if (link.matches()) {
                facts.add(link.group(1) + " "
                        + new TreeSet<>(
                                Set.of(link.group(2) + " " + link.group(3), link.group(4) + " " + link.group(5))));
            } else if (counters.matches()) {
                Matcher counter = COUNTER.matcher(counters.group(2));
                while (counter.find()) {
                    facts.add(counters.group(1) + " " + counter.group());
                }
            }
            for (Pattern pattern : List.of(PARTITION, IPOIB, HOP)) {
                Matcher matcher = pattern.matcher(line);
                if (matcher.matches()) {
                    facts.add(matcher.group(matcher.groupCount()).strip().replaceAll(" +", " "));
                }
            }
        }
        return facts;
    }

    /** Returns the histograms of ibdmchk, and whether it found credit loops. */
    static Set<String> routing(List<String> lines) {
        Set<String> facts = new HashSet<>();
        String heading = "";
        for (String line : lines) {
            Matcher row = ROW.matcher(line);
            if (line.contains("NUM-")) {
                heading = line.replaceFirst("^-I-", "").strip();
            } else if (row.matches() && !heading.isEmpty()) {
                facts.add(heading + " " + row.group(1) + " " + row.group(2));
            } else if (!line.isBlank()) {
                heading = "";
            }
            if (line.contains("no credit loops found")) {
                facts.add("no credit loops");
            }
            if (line.contains("credit loops in routing") || line.contains("can wait for one another")) {
                facts.add("credit loops");
            }
        }
        return facts;
    }

    /** Returns the hops of ibdiagpath. */
    static Set<String> path(List<String> lines) {
        Set<String> facts = new HashSet<>();
        for (String line : statements(lines)) {
            Matcher hop = HOP.matcher(line);
            if (hop.matches()) {
                facts.add(hop.group(2).strip());
            }
        }
        return facts;
    }

    /** Returns the statements of a report, each on one line. */
    private static List<String> statements(List<String> lines) {
        List<String> statements = new ArrayList<>();
        for (String line : lines) {
            // Progress overwrites itself on one line.
            String last = line.substring(line.lastIndexOf('\r') + 1);
            if (last.startsWith("    ") && !statements.isEmpty()) {
                int end = statements.size() - 1;
                statements.set(end, (statements.get(end) + " " + last.strip()).strip());
            } else {
                statements.add(last.stripTrailing());
            }
        }
        return statements;
    }
}
