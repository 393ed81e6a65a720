package io.verbena.cm;

/** The other side does not answer, or has no queue pair to send datagrams to. */
public final class UnreachableException extends CmException {
    UnreachableException(CmEvent event) {
        super(
                event.id() + " found the other side unreachable" + status(event)
                        + "; is it up, and does somebody listen there?",
                null);
    }
}
