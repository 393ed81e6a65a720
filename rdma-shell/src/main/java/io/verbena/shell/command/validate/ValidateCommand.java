package io.verbena.shell.command.validate;

import io.verbena.diag.ErrorThresholds;
import io.verbena.diag.ibdm.ReferenceFile;
import io.verbena.diag.validate.FabricCheck;
import io.verbena.diag.validate.FabricState;
import io.verbena.diag.validate.FabricState.SweepPart;
import io.verbena.diag.validate.FabricSweep;
import io.verbena.diag.validate.FabricValidation;
import io.verbena.diag.validate.NodePair;
import io.verbena.diag.validate.ValidationOptions;
import io.verbena.diag.validate.ValidationReport;
import io.verbena.error.NearestNames;
import io.verbena.iba.LaneSpeed;
import io.verbena.iba.LinkWidth;
import io.verbena.shell.cli.FabricCommand.NamedSubnetCommand;
import io.verbena.shell.cli.HelpText.Examples;
import io.verbena.shell.cli.HelpText.Exits;
import io.verbena.shell.cli.Result;
import io.verbena.shell.cli.Session;
import io.verbena.shell.command.ibutils.DesignSource;
import io.verbena.shell.view.ReportChanges;
import io.verbena.shell.view.ValidationFiles;
import io.verbena.shell.view.ValidationView;
import io.verbena.subnet.NodeNameMap;
import io.verbena.subnet.Subnet;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Exits(found = "an error or a warning")
@Examples({
    "validate # Check the whole fabric.",
    "validate --only routing,credit-loops -v # Run two checks and list all findings.",
    "validate --html report.html --junit report.xml --since yesterday.json # Write files, and compare with a report.",
    "validate --expect-speed EDR --expect-width 4X --format json # Check links against the plan of the fabric."
})
@Command(
        name = "validate",
        description = "Checks whether the fabric is cabled, configured, routed and performing as it should.",
        footer = {
            "",
            "Each finding has an identifier, a severity, evidence, a likely cause and a next step. A check is skipped if"
                    + " the part of the fabric that it needs is not read."
        })
public final class ValidateCommand extends NamedSubnetCommand {
    private static final List<String> NAMES =
            FabricValidation.CHECKS.stream().map(FabricCheck::id).toList();

    @Option(names = "--only", split = ",", paramLabel = "CHECK", description = "Run only these checks (default: all).")
    List<String> only = List.of();

    @Option(names = "--skip", split = ",", paramLabel = "CHECK", description = "Do not run these checks.")
    List<String> skip = List.of();

    @Option(
            names = "--expect-speed",
            paramLabel = "SPEED",
            description = "Minimum speed of links: SDR, DDR, QDR, FDR10, FDR, EDR, HDR, NDR or XDR.")
    @Nullable String speed;

    @Option(
            names = "--expect-width",
            paramLabel = "WIDTH",
            description = "Minimum width of links: 1X, 2X, 4X, 8X or 12X.")
    @Nullable String width;

    @Option(
            names = {"-T", "--thresholds"},
            paramLabel = "FILE",
            description = "File with thresholds of error counters (default: those of infiniband-diags).")
    @Nullable Path thresholds;

    @Option(
            names = "--pm-pause",
            paramLabel = "SECONDS",
            description =
                    "Read the counters twice with this pause, and check what they count meanwhile (default: once).")
    double pause;

    @Option(
            names = "--service-levels",
            split = ",",
            paramLabel = "SL",
            description = "Service levels that traffic uses, for the search for credit loops (default: 0).")
    List<Integer> levels = List.of(0);

    @Option(
            names = "--pair",
            paramLabel = "NODE,NODE",
            description = "Two nodes that must share a partition. The option can be repeated.")
    List<String> pairs = List.of();

    @Option(
            names = "--reference",
            paramLabel = "FILE",
            description =
                    "The subnet as it should be: text, cache or JSON of ibnetdiscover, a list of links (.lst), or a"
                            + " topology file of ibutils (.topo).")
    @Nullable Path reference;

    @Option(
            names = "--firmware",
            description =
                    "Read the firmware versions of Mellanox devices by vendor-specific requests, and compare them.")
    boolean firmware;

    @Option(
            names = "--since",
            paramLabel = "FILE",
            description = "Show what is new and what is gone since this report of 'validate --format json'.")
    @Nullable Path since;

    @Option(names = "--junit", paramLabel = "FILE", description = "Write a test report in the format of JUnit.")
    @Nullable Path junit;

    @Option(names = "--csv", paramLabel = "DIRECTORY", description = "Write the findings and each table as CSV files.")
    @Nullable Path csv;

    @Option(
            names = "--html",
            paramLabel = "FILE",
            description = "Write one page with the findings, the tables and a map, which loads nothing.")
    @Nullable Path html;

    @Override
    protected Result run(Session session) {
        ValidationOptions options = expectations();
        NodeNameMap names = naming.read();
        Subnet subnet = session.subnet(discovery);
        Path master = reference;
        if (master != null) {
            options = options.reference(ReferenceFile.read(master, subnet, () -> DesignSource.library(master)));
        }
        FabricValidation validation = new FabricValidation(options);
        Set<SweepPart> parts = EnumSet.copyOf(validation.needs());
        if (firmware) {
            parts.add(SweepPart.FIRMWARE);
        }
        FabricState state = new FabricSweep(subnet, names, session.agents("reads the tables of agents"), session.sa())
                .pause(Duration.ofNanos((long) (pause * 1e9)))
                .read(parts);
        ValidationReport report = validation.run(state);
        writeFiles(report);
        ValidationView view = new ValidationView(options().verbosity() > 0);
        Path earlier = since;
        if (earlier == null) {
            return Result.of(report, view::of).found(!report.isHealthy());
        }
        ReportChanges changes = ReportChanges.since(report, earlier);
        return Result.of(
                        changes,
                        all -> Stream.concat(view.of(all.report()).stream(), all.lines(earlier).stream())
                                .toList())
                .found(!report.isHealthy());
    }

    private void writeFiles(ValidationReport report) {
        if (junit != null) {
            ValidationFiles.junit(report, junit);
        }
        if (csv != null) {
            ValidationFiles.csv(report, csv);
        }
        if (html != null) {
            ValidationFiles.html(report, Instant.now(), html);
        }
    }

    private ValidationOptions expectations() {
        if (!(pause >= 0 && pause <= 86_400)) {
            throw new IllegalArgumentException("--pm-pause is " + pause + "; use a number of seconds from 0 to 86400");
        }
        return ValidationOptions.DEFAULTS
                .expecting(speed(), width())
                .serviceLevels(Set.copyOf(levels))
                .thresholds(thresholds == null ? ErrorThresholds.PREDEFINED : ErrorThresholds.read(thresholds))
                .pairs(pairs.stream().map(ValidateCommand::pair).toList())
                .without(skipped());
    }

    private static NodePair pair(String text) {
        String[] names = text.split(",", -1);
        if (names.length != 2 || names[0].isBlank() || names[1].isBlank()) {
            throw new IllegalArgumentException(
                    "--pair is '" + text + "'; use the names of two nodes with a comma, such as host1,host2");
        }
        return new NodePair(names[0].strip(), names[1].strip());
    }

    private Set<String> skipped() {
        only.forEach(ValidateCommand::requireCheck);
        skip.forEach(ValidateCommand::requireCheck);
        Set<String> skipped = new HashSet<>(skip);
        NAMES.stream().filter(name -> !only.isEmpty() && !only.contains(name)).forEach(skipped::add);
        return skipped;
    }

    private static void requireCheck(String name) {
        if (!NAMES.contains(name)) {
            throw new IllegalArgumentException("'" + name + "' is not a check" + NearestNames.hint(name, NAMES)
                    + "; the checks are " + String.join(", ", NAMES));
        }
    }

    private @Nullable LaneSpeed speed() {
        String wanted = speed;
        if (wanted == null) {
            return null;
        }
        return Arrays.stream(LaneSpeed.values())
                .filter(each -> each != LaneSpeed.UNKNOWN && each.name().equalsIgnoreCase(wanted))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "--expect-speed is '" + wanted + "'; use SDR, DDR, QDR, FDR10, FDR, EDR, HDR, NDR or XDR"));
    }

    private @Nullable LinkWidth width() {
        String wanted = width;
        if (wanted == null) {
            return null;
        }
        return Arrays.stream(LinkWidth.values())
                .filter(each -> each != LinkWidth.UNKNOWN && each.text().equalsIgnoreCase(wanted))
                .findFirst()
                .orElseThrow(() ->
                        new IllegalArgumentException("--expect-width is '" + wanted + "'; use 1X, 2X, 4X, 8X or 12X"));
    }
}
