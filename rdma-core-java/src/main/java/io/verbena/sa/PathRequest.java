package io.verbena.sa;

import io.verbena.iba.Gid;
import io.verbena.iba.PathRecord;

/** The record and component mask of a path query. Requests for the same paths are equal. */
record PathRequest(PathRecord template, long componentMask, String text) {
    private static final long NUMB_PATH = PathRecord.LAYOUT.componentMask("numbPath");
    private static final long DGID = PathRecord.LAYOUT.componentMask("dgid");
    private static final long QOS_CLASS = PathRecord.LAYOUT.componentMask("qosClass");

    PathRequest one() {
        return new PathRequest(PathRecord.LAYOUT.copy(template).numbPath(1), componentMask | NUMB_PATH, text);
    }

    /** Returns this request with the port of a service as the destination. */
    PathRequest to(Gid port) {
        return new PathRequest(PathRecord.LAYOUT.copy(template).dgid(port), componentMask | DGID, text);
    }

    boolean hasQosClass() {
        return (componentMask & QOS_CLASS) != 0;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof PathRequest that
                && that.componentMask == componentMask
                && that.template.equals(template);
    }

    @Override
    public int hashCode() {
        return template.hashCode() * 31 + Long.hashCode(componentMask);
    }

    /** Returns source and destination, for messages. */
    String ends() {
        String source = template.sgid().equals(Gid.ZERO)
                ? "LID " + template.slid()
                : template.sgid().toString();
        String destination = template.dgid().equals(Gid.ZERO)
                ? "LID " + template.dlid()
                : template.dgid().toString();
        return "from " + source + " to " + destination;
    }

    @Override
    public String toString() {
        return text;
    }
}
