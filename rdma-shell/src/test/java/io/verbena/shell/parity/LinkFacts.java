package io.verbena.shell.parity;

import java.util.ArrayList;
import java.util.List;

/** The facts in reports about nodes and their ports, regardless of the order of the nodes. */
final class LinkFacts {
    private LinkFacts() {}

    /** Each line of a port with the head that it stands under, in the order of the alphabet. */
    static List<String> sorted(List<String> lines) {
        List<String> facts = new ArrayList<>();
        String head = "";
        for (String line : lines) {
            boolean ofPort = line.matches("[<>]? +.*");
            head = ofPort ? head : line;
            facts.add(ofPort ? head + line : line);
        }
        return facts.stream().sorted().toList();
    }
}
