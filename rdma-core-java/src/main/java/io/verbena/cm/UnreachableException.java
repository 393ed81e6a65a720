package io.verbena.cm;

/** The peer does not respond, or has no queue pair to send datagrams to. */
public final class UnreachableException extends CmException {
    UnreachableException(Object id, int status) {
        super(id + " found the peer unreachable" + text(status) + "; is it up, and does a program listen there?");
    }
}
