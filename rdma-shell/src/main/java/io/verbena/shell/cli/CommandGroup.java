package io.verbena.shell.cli;

/** The headings under which help lists the commands. */
public enum CommandGroup {
    /** Devices and programs. */
    HOSTS("This host, and programs on others"),
    /** What there is. */
    SUBNET("The subnet"),
    /** The ways through it. */
    ROUTING("Routing"),
    /** One node or port. */
    PORTS("Nodes and ports"),
    /** Counters, and what is not well. */
    ERRORS("Counters and errors"),
    /** The subnet administration. */
    ADMINISTRATION("The subnet manager and the subnet administration"),
    /** Whatever others will notice. */
    CHANGES("What changes the fabric"),
    /** Verbs, and the RDMA CM. */
    DATA("Moving data"),
    /** For whoever works on all of these. */
    TOOLS("Requests, files and fabrics to try on");

    private final String title;

    CommandGroup(String title) {
        this.title = title;
    }

    /** The heading. */
    public String title() {
        return title;
    }
}
