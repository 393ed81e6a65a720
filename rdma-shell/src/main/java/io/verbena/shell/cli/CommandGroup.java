package io.verbena.shell.cli;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The headings under which help lists the commands. */
public enum CommandGroup {
    /** The local devices, and programs on other hosts. */
    HOSTS("Local host and remote programs"),
    /** Nodes, links and topology. */
    SUBNET("Subnet"),
    /** Forwarding tables and routes. */
    ROUTING("Routing"),
    /** A single node or port. */
    PORTS("Nodes and ports"),
    /** Counters, links with errors, and checks. */
    ERRORS("Counters and errors"),
    /** Subnet manager and subnet administration. */
    ADMINISTRATION("Subnet manager and subnet administration"),
    /** Commands that change the state of the fabric. */
    CHANGES("Changes to the fabric"),
    /** Verbs and the RDMA CM. */
    DATA("Data transfer"),
    /** Tools for working with requests, files and simulated fabrics. */
    TOOLS("Requests, files and simulated fabrics");

    private final String title;

    CommandGroup(String title) {
        this.title = title;
    }

    /** Returns the heading. */
    public String title() {
        return title;
    }

    /** Lists the commands and their groups. */
    public interface CommandIndex {

        /** Returns the group of the command with this name or alias; null if it has none. */
        @Nullable CommandGroup group(String name);

        /** Returns the names of the commands of a group in the order in which help lists them. */
        List<String> names(CommandGroup group);

        /** Returns the commands that the help of this command refers to: the other commands of its group. */
        default List<String> related(String name) {
            CommandGroup group = group(name);
            return group == null
                    ? List.of()
                    : names(group).stream().filter(other -> !other.equals(name)).toList();
        }
    }
}
