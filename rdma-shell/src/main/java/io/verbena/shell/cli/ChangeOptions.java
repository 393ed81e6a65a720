package io.verbena.shell.cli;

import java.io.PrintWriter;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Of commands that change the fabric: they say before what they will change, and read it back afterwards. */
public final class ChangeOptions {
    @Option(names = "--dry-run", description = "Say what would be changed, and change nothing.")
    boolean dryRun;

    /** Whether nothing is to be changed. */
    public boolean isDryRun() {
        return dryRun;
    }

    /**
     * Says what is changed, and changes it.
     *
     * @param log where it is said, standard error: results go elsewhere
     * @param what the change in words, "set the state of port 3 of 0,1 to DOWN"
     * @param change does it and reads back what it is then
     * @return what was read back; null if nothing was to be changed
     */
    public <T> @Nullable T make(PrintWriter log, String what, Supplier<T> change) {
        log.println("verbena: " + (dryRun ? "would " : "will ") + what);
        log.flush();
        return dryRun ? null : change.get();
    }
}
