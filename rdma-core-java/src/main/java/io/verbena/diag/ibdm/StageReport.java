package io.verbena.diag.ibdm;

import java.util.ArrayList;
import java.util.List;

/**
 * The findings of a stage of ibdiagnet or ibdiagpath.
 *
 * @param title the title in the report
 * @param check the name in the table of stages; empty if the stage is not listed there
 * @param errors the errors
 * @param warnings the warnings
 * @param details information without severity
 */
public record StageReport(
        String title, String check, List<String> errors, List<String> warnings, List<String> details) {
    /** Copies the lists. */
    public StageReport {
        errors = List.copyOf(errors);
        warnings = List.copyOf(warnings);
        details = List.copyOf(details);
    }

    static final class Stage {
        private final String title;
        private final String check;
        private final List<String> errors = new ArrayList<>();
        private final List<String> warnings = new ArrayList<>();
        private final List<String> details = new ArrayList<>();

        Stage(String title, String check) {
            this.title = title;
            this.check = check;
        }

        void error(String line) {
            errors.add(line);
        }

        void warning(String line) {
            warnings.add(line);
        }

        void detail(String line) {
            details.add(line);
        }

        /** Adds a detail if nothing was found. */
        StageReport orElse(String line) {
            if (errors.isEmpty() && warnings.isEmpty()) {
                details.add(line);
            }
            return build();
        }

        StageReport build() {
            return new StageReport(title, check, errors, warnings, details);
        }
    }
}
