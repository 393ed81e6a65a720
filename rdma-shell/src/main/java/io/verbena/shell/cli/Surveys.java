package io.verbena.shell.cli;

import io.verbena.diag.counters.ErrorSurvey;
import io.verbena.subnet.Node;
import java.util.Collection;

/** Runs counter surveys and shows their progress on a terminal. */
public final class Surveys {
    private Surveys() {}

    /** Surveys the given nodes. */
    public static ErrorSurvey.Outcome run(Session session, ErrorSurvey survey, Collection<Node> nodes) {
        Progress progress = session.progress(() ->
                Progress.with(survey.done() + " of " + nodes.size() + " nodes checked", survey.failed(), "failed"));
        try {
            return survey.run(nodes);
        } finally {
            progress.close();
        }
    }
}
