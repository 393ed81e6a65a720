package io.verbena.shell.cli;

import io.verbena.diag.ErrorThresholds;
import io.verbena.error.FileErrors;
import io.verbena.error.RdmaException;
import io.verbena.mad.MadOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Defaults for all commands from {@code ibdiag.conf} of infiniband-diags, and the locations of the other files that
 * infiniband-diags and opensm share. A line of {@code ibdiag.conf} is {@code name=value}; text after
 * {@code #} and unknown names are ignored. A file that does not exist provides no defaults.
 */
public final class Configuration {
    private static final String FOLDER = "verbena.diags.folder";
    private static final String NAME_MAP = "verbena.node-name-map";

    private final Map<String, String> values = new LinkedHashMap<>();

    /** Reads the system-wide file, and the file that an option names, which takes precedence. */
    static Configuration read(@Nullable Path named) {
        Configuration configuration = new Configuration();
        Path common = file();
        if (Files.exists(common)) {
            configuration.add(common);
        }
        if (named != null) {
            configuration.add(named);
        }
        return configuration;
    }

    private void add(Path file) {
        List<String> lines = FileErrors.access("read the configuration " + file, () -> Files.readAllLines(file));
        for (int i = 0; i < lines.size(); i++) {
            int comment = lines.get(i).indexOf('#');
            String line = lines.get(i)
                    .substring(0, comment < 0 ? lines.get(i).length() : comment)
                    .strip();
            int equals = line.indexOf('=');
            if (equals > 0) {
                values.put(
                        line.substring(0, equals).strip(),
                        line.substring(equals + 1).strip());
            } else if (!line.isEmpty()) {
                throw new RdmaException("line " + (i + 1) + " of the configuration " + file + " is '" + lines.get(i)
                        + "'; expected NAME=VALUE, such as timeout=200");
            }
        }
    }

    EndPortOptions endPort() {
        EndPortOptions options = new EndPortOptions();
        options.device = values.get("CA");
        options.port = values.get("Port");
        options.mKey = values.get("m_key");
        String timeout = values.get("timeout");
        if (timeout != null) {
            options.timeoutMillis = (int) Numbers.parse("timeout", timeout, Integer.SIZE - 1);
        }
        return options;
    }

    /** Adds the keys that only the file can specify. */
    MadOptions over(MadOptions defaults) {
        String key = values.get("sa_key");
        return key == null
                ? defaults
                : defaults.withKeys(defaults.keys().withSmKey(Numbers.parse("sa_key", key, Long.SIZE)));
    }

    /** Returns the path of {@code ibdiag.conf}; the system property {@code verbena.diags.folder} sets its directory. */
    private static Path file() {
        return folder().resolve("ibdiag.conf");
    }

    /**
     * Returns the thresholds in a file; without a file, those of {@code error_thresholds} in the same directory as {@code
     * ibdiag.conf}, or none if it does not exist.
     */
    public static ErrorThresholds errorThresholds(@Nullable Path file) {
        Path read = file == null ? folder().resolve("error_thresholds") : file;
        return file != null || Files.exists(read) ? ErrorThresholds.read(read) : ErrorThresholds.NONE;
    }

    /** Returns the path of the node name map; the system property {@code verbena.node-name-map} sets it. */
    static Path nodeNameMap() {
        return Path.of(System.getProperty(NAME_MAP, "/etc/opensm/ib-node-name-map"));
    }

    private static Path folder() {
        return Path.of(System.getProperty(FOLDER, "/etc/infiniband-diags"));
    }
}
