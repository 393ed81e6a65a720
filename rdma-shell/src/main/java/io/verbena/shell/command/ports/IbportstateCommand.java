package io.verbena.shell.command.ports;

import io.verbena.diag.LinkReport;
import io.verbena.diag.PortChange;
import io.verbena.diag.PortReading;
import io.verbena.diag.PortSetting;
import io.verbena.diag.PortVerb;
import io.verbena.error.NearestNames;
import io.verbena.error.RdmaException;
import io.verbena.path.Path;
import io.verbena.shell.cli.AddressOptions;
import io.verbena.shell.cli.ChangeOptions;
import io.verbena.shell.cli.EndPortOptions;
import io.verbena.shell.cli.Examples;
import io.verbena.shell.cli.Exits;
import io.verbena.shell.cli.FabricCommand;
import io.verbena.shell.cli.Keys;
import io.verbena.shell.cli.Numbers;
import io.verbena.shell.cli.Result;
import io.verbena.shell.cli.Session;
import io.verbena.shell.view.PortStateView;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Shows the state of a port and of its link, or changes it. */
@Exits(found = "a link that does less than both ends enable", partial = "the other end did not answer")
@Examples({
    "ibportstate 4 1 # The state of port 1 and of the other end of its link.",
    "ibportstate 4 1 reset --dry-run # What a reset would change.",
    "ibportstate 4 1 speed 1 width 2 reset # Another speed and width, and the link anew."
})
@Command(
        name = "ibportstate",
        description = "Shows the state of a port and of the other end of its link, or changes the port.",
        footer = {
            "",
            "OPERATION, several in one go:",
            "  query (unless given); enable; on, which is enable if it is disabled; disable or off; reset; down; arm; active",
            "  speed N, espeed N, fdr10 0|1, width N, vls N, mtu N, lid N, smlid N, lmc N, mkey KEY, mkeylease N,"
                    + " mkeyprot N",
            "It says what it will change, and shows the port before and after. Who disables a port by which requests"
                    + " travel cannot enable it again from here."
        })
public final class IbportstateCommand extends FabricCommand {
    private static final Map<String, PortVerb> VERBS = new LinkedHashMap<>();

    static {
        VERBS.put("enable", PortVerb.ENABLE);
        VERBS.put("on", PortVerb.ON);
        VERBS.put("disable", PortVerb.DISABLE);
        VERBS.put("off", PortVerb.DISABLE);
        VERBS.put("reset", PortVerb.RESET);
        VERBS.put("down", PortVerb.DOWN);
        VERBS.put("arm", PortVerb.ARM);
        VERBS.put("active", PortVerb.ACTIVE);
    }

    @Mixin
    EndPortOptions endPort = new EndPortOptions();

    @Mixin
    AddressOptions addressing = new AddressOptions();

    @Mixin
    ChangeOptions changing = new ChangeOptions();

    @Parameters(index = "0", paramLabel = "ADDRESS", description = "The node.")
    String address;

    @Parameters(index = "1", paramLabel = "PORT", description = "The port of it.")
    String port;

    @Parameters(index = "2..*", arity = "0..*", paramLabel = "OPERATION", description = "What to do; see below.")
    List<String> operations = List.of();

    @Override
    protected EndPortOptions endPortOptions() {
        return endPort;
    }

    @Override
    protected Result run(Session session) {
        PortChange change = change();
        int number = number(port);
        boolean keys = options().showsKeys();
        Path path = addressing.smp(session, address);
        try {
            if (change.isEmpty()) {
                LinkReport report = LinkReport.read(session.management(), path, number);
                return Result.of(report, found -> PortStateView.of(found, keys))
                        .found(!report.warnings().isEmpty())
                        .without(report.failures());
            }
            return change(session, change, path, number, keys);
        } catch (RdmaException e) {
            throw e.during("cannot " + (change.isEmpty() ? "read" : "change") + " port " + number + " of " + address);
        }
    }

    private Result change(Session session, PortChange change, Path path, int number, boolean keys) {
        var mad = session.agents("writes attributes");
        PortReading before = PortReading.read(mad, path, number);
        boolean needless = change.isNeedless(before);
        PortReading after = needless
                ? null
                : changing.make(
                        log(),
                        "change port " + number + " of " + address + ": " + change,
                        () -> change.make(mad, before));
        Map<String, Object> report = new LinkedHashMap<>();
        report.put("change", change.toString());
        report.put("before", before);
        if (after != null) {
            report.put("after", after);
        }
        return Result.of(() -> PortStateView.of(before, after, needless, keys), () -> report);
    }

    static int number(String text) {
        return Numbers.port("PORT", text);
    }

    private PortChange change() {
        PortVerb verb = null;
        Map<PortSetting, Long> settings = new EnumMap<>(PortSetting.class);
        for (Iterator<String> words = operations.iterator(); words.hasNext(); ) {
            String word = words.next().toLowerCase(Locale.ROOT);
            PortSetting setting = setting(word);
            if (setting != null) {
                if (!words.hasNext()) {
                    throw new IllegalArgumentException(word + ": a value is missing, such as '" + word + " 1'");
                }
                settings.put(setting, value(word, setting, words.next()));
            } else if (VERBS.containsKey(word)) {
                if (verb != null && verb != VERBS.get(word)) {
                    throw new IllegalArgumentException("'" + word + "' and '"
                            + verb.name().toLowerCase(Locale.ROOT) + "' exclude each other; give one after the other");
                }
                verb = VERBS.get(word);
            } else if (!word.equals("query")) {
                throw new IllegalArgumentException(
                        "'" + word + "' is not an operation" + NearestNames.hint(word, names()));
            }
        }
        return new PortChange(verb, settings);
    }

    private static long value(String word, PortSetting setting, String text) {
        return setting == PortSetting.MKEY ? Keys.read(word, text) : Numbers.parse(word, text, Integer.SIZE - 1);
    }

    private static @Nullable PortSetting setting(String word) {
        for (PortSetting setting : PortSetting.values()) {
            if (setting.name().equalsIgnoreCase(word)) {
                return setting;
            }
        }
        return null;
    }

    private static List<String> names() {
        List<String> names = new ArrayList<>(VERBS.keySet());
        names.add("query");
        for (PortSetting setting : PortSetting.values()) {
            names.add(setting.name().toLowerCase(Locale.ROOT));
        }
        return names;
    }
}
