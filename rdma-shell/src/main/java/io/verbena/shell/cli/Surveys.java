package io.verbena.shell.cli;

import io.verbena.diag.counters.ErrorSurvey;
import io.verbena.subnet.Node;
import java.util.Collection;

/** Runs surveys of counters, and tells on a terminal how far they are. */
public final class Surveys {
    private Surveys() {}

    /** Looks at these nodes. */
    public static ErrorSurvey.Outcome run(Session session, ErrorSurvey survey, Collection<Node> nodes) {
        Progress progress = session.progress(() ->
                Progress.with(survey.done() + " of " + nodes.size() + " nodes looked at", survey.failed(), "failed"));
        try {
            return survey.run(nodes);
        } finally {
            progress.close();
        }
    }
}
