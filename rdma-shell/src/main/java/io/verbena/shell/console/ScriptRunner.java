package io.verbena.shell.console;

import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import org.springframework.shell.core.ShellRunner;

/** Runs a script in a console, which ends with the script. */
final class ScriptRunner implements ShellRunner {
    private final Script script;
    private final PrintWriter out;
    private final LineExecutor executor;
    private final ConsoleSession session;

    ScriptRunner(Script script, OutputStream out, OutputStream err, LineExecutor executor, ConsoleSession session) {
        this.script = script;
        this.out = new PrintWriter(out, true, StandardCharsets.UTF_8);
        this.executor = executor;
        this.session = session;
        session.separate(this.out, new PrintWriter(err, true, StandardCharsets.UTF_8));
    }

    @Override
    public void run(String[] args) {
        script.run(executor, session, out);
    }
}
