package io.verbena.shell.docs;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toList;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A library with objects, whose classes and members docs/coverage lists. */
enum Original {
    /** Python over verbs, the connection manager and umad, of Obsidian Research. */
    PYTHON_RDMA(
            "python-rdma",
            347,
            "The modules of python-rdma 1.0 with their classes and functions. Its commands are [below](#ibtool)."),
    /** Python over verbs and the connection manager, of rdma-core. */
    PYVERBS(
            "pyverbs",
            733,
            "The 95 classes of the core modules of pyverbs in rdma-core 65 with their methods and properties, and its functions."),
    /** Python over libefa, of rdma-core. */
    PYVERBS_EFA(
            "pyverbs-efa",
            55,
            "The 15 classes for EFA of pyverbs in rdma-core 65. The counterparts have run on the hollow device and on embedded adapters, "
                    + "never on an EFA device."),
    /** Connections with buffers, over verbs and the connection manager. */
    LIBIWARP("libiwarp", 25, "The calls of libiwarp, and the parameters that have a counterpart of their own.");

    private static final String SECTION = """

            ## %s

            %s
            [%s.csv](coverage/%s.csv) has a row for each of the %d members. `OriginalsTest` looks up the counterparts of %d of them.
            The others:

            | Members | Reason |
            |---|---|
            """;

    private static final String HEAD = "owner,member,verbena,reason,note";

    private final String title;
    private final int size;
    private final String about;

    Original(String title, int size, String about) {
        this.title = title;
        this.size = size;
        this.about = about;
    }

    String title() {
        return title;
    }

    /** Returns the number of members, and of classes with members. */
    int size() {
        return size;
    }

    /** Returns the introduction of the table. */
    String about() {
        return about;
    }

    /**
     * A class, a function or a member of a class.
     *
     * @param owner the class, or the module of a function
     * @param member the member, with parentheses if it is called; empty for the class itself
     * @param verbena Java members with the types of their parameters
     * @param reason why there are none
     * @param note what a reader should know
     */
    record Row(String owner, String member, List<String> verbena, Optional<Reason> reason, String note) {
        private static Row parse(String line) {
            String[] cells = line.split(",", 5);
            if (cells.length < 5) {
                throw new IllegalArgumentException("'" + line + "' has " + cells.length + " cells of 5");
            }
            return new Row(
                    cells[0],
                    cells[1],
                    cells[2].isEmpty() ? List.of() : Arrays.asList(cells[2].split(" ", -1)),
                    cells[3].isEmpty() ? Optional.empty() : Optional.of(Reason.of(cells[3])),
                    cells[4]);
        }

        String why() {
            String word = "`" + reason.map(Reason::word).orElse("") + "`";
            return note.isEmpty() ? word : word + ": " + note;
        }

        String name() {
            return member.isEmpty() ? owner : owner + "." + member;
        }
    }

    /** Returns the rows of the table. */
    List<Row> rows() {
        List<String> lines =
                Documents.text("coverage/" + title + ".csv").lines().toList();
        if (!lines.get(0).equals(HEAD)) {
            throw new IllegalArgumentException(title + ".csv begins with " + lines.get(0) + ", not " + HEAD);
        }
        return lines.stream().skip(1).map(Row::parse).toList();
    }

    /** Returns the members of each class behind its name. */
    private static String members(List<Row> rows) {
        Map<String, List<Row>> classes = rows.stream().collect(groupingBy(Row::owner, LinkedHashMap::new, toList()));
        return classes.entrySet().stream()
                .map(members -> "`" + members.getKey() + "`"
                        + members.getValue().stream()
                                .filter(row -> !row.member().isEmpty())
                                .map(row -> " `" + row.member().replace(".", "` `") + "`")
                                .collect(joining(",")))
                .collect(joining("; "));
    }

    /** Returns the section of docs/coverage.md: the size of the table, and the members without a counterpart. */
    String section() {
        List<Row> rows = rows();
        long counterparts = rows.stream().filter(row -> row.reason().isEmpty()).count();
        Map<String, List<Row>> without = rows.stream()
                .filter(row -> row.reason().isPresent())
                .collect(groupingBy(Row::why, LinkedHashMap::new, toList()));
        return SECTION.formatted(title, about, title, title, rows.size(), counterparts)
                + without.entrySet().stream()
                        .map(group -> "| %s | %s |\n".formatted(members(group.getValue()), group.getKey()))
                        .collect(joining());
    }
}
