package io.verbena.sa;

import io.verbena.iba.Gid;
import io.verbena.iba.PathRecord;

/** A query for paths as it is sent; equal to another that asks for the same. */
record PathRequest(PathRecord template, long componentMask, String text) {
    private static final long NUMB_PATH = PathRecord.LAYOUT.componentMask("numbPath");
    private static final long DGID = PathRecord.LAYOUT.componentMask("dgid");
    private static final long QOS_CLASS = PathRecord.LAYOUT.componentMask("qosClass");

    /** The same for one path. */
    PathRequest one() {
        return new PathRequest(PathRecord.LAYOUT.copy(template).numbPath(1), componentMask | NUMB_PATH, text);
    }

    /** The same to the port of a service. */
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

    /** From where to where, for messages. */
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
