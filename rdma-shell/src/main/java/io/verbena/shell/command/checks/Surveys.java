package io.verbena.shell.command.checks;

import io.verbena.diag.counters.ErrorSurvey;
import io.verbena.shell.cli.Progress;
import io.verbena.shell.cli.Session;
import io.verbena.subnet.Node;
import java.util.Collection;

/** Runs surveys of counters, and tells on a terminal how far they are. */
final class Surveys {
    private Surveys() {}

    static ErrorSurvey.Outcome run(Session session, ErrorSurvey survey, Collection<Node> nodes) {
        Progress progress = session.progress(() -> survey.done() + " of " + nodes.size() + " nodes looked at");
        try {
            return survey.run(nodes);
        } finally {
            progress.close();
        }
    }
}
