package io.verbena.cm;

/** The peer does not respond, or has no queue pair to send datagrams to. */
public final class UnreachableException extends CmException {
    UnreachableException(CmEvent event) {
        super(
                event.id() + " found the peer unreachable" + status(event)
                        + "; is it up, and does a program listen there?",
                null);
    }
}
