package io.verbena.shell.command.ports;

import io.verbena.diag.LinkReport;
import io.verbena.diag.PortChange;
import io.verbena.diag.PortChange.PortSetting;
import io.verbena.diag.PortChange.PortVerb;
import io.verbena.diag.PortReading;
import io.verbena.error.NearestNames;
import io.verbena.path.Path;
import io.verbena.shell.cli.ChangeOptions;
import io.verbena.shell.cli.FabricCommand.AddressedCommand;
import io.verbena.shell.cli.HelpText.Examples;
import io.verbena.shell.cli.HelpText.Exits;
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

@Exits(found = "the link is slower or narrower than both ends enable", partial = "the remote port did not respond")
@Examples({
    "ibportstate 4 1 # Show the states of port 1 and of its peer.",
    "ibportstate 4 1 reset --dry-run # Show the effect of a reset.",
    "ibportstate 4 1 speed 1 width 2 reset # Set the speed and width, and reset the link."
})
@Command(
        name = "ibportstate",
        description = "Shows the state of a port and of its peer, or changes the port.",
        footer = {
            "",
            "OPERATION, one or more of:",
            "  query (default); enable; on (enable if disabled); disable or off; reset; down; arm; active",
            "  speed N, espeed N, fdr10 0|1, width N, vls N, mtu N, lid N, smlid N, lmc N, mkey KEY, mkeylease N,"
                    + " mkeyprot N",
            "The command reports the change, and shows the port before and after it. A port that carries the requests of"
                    + " this command cannot be enabled again from this host once it is disabled."
        })
public final class IbportstateCommand extends AddressedCommand {
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
    ChangeOptions changing = new ChangeOptions();

    @Parameters(index = "0", paramLabel = "ADDRESS", description = "Address of the node.")
    String address;

    @Parameters(index = "1", paramLabel = "PORT", description = "Port number.")
    String port;

    @Parameters(index = "2..*", arity = "0..*", paramLabel = "OPERATION", description = "Operation; see below.")
    List<String> operations = List.of();

    @Override
    protected Result run(Session session) {
        PortChange change = change();
        int number = Numbers.port("PORT", port);
        boolean keys = options().showsKeys();
        Path path = addressing.smp(session, address);
        if (!change.isEmpty()) {
            return during(
                    "cannot change port " + number + " of " + address,
                    () -> change(session, change, path, number, keys));
        }
        LinkReport report = during(
                "cannot read port " + number + " of " + address,
                () -> LinkReport.read(session.management(), path, number));
        return Result.of(report, found -> PortStateView.of(found, keys))
                .found(!report.warnings().isEmpty())
                .without(report.failures());
    }

    private Result change(Session session, PortChange change, Path path, int number, boolean keys) {
        var mad = session.agents("writes attributes");
        PortReading before = PortReading.read(mad, path, number);
        PortReading after = change.isNeedless(before)
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
        return Result.of(() -> PortStateView.of(before, after, change, keys), () -> report);
    }

    private PortChange change() {
        PortVerb verb = null;
        Map<PortSetting, Long> settings = new EnumMap<>(PortSetting.class);
        for (Iterator<String> words = operations.iterator(); words.hasNext(); ) {
            String word = words.next().toLowerCase(Locale.ROOT);
            PortSetting setting = setting(word);
            if (setting != null) {
                if (!words.hasNext()) {
                    throw new IllegalArgumentException(word + ": missing value; expected for example '" + word + " 1'");
                }
                settings.put(setting, value(word, setting, words.next()));
            } else if (VERBS.containsKey(word)) {
                if (verb != null && verb != VERBS.get(word)) {
                    throw new IllegalArgumentException(
                            "'" + word + "' and '" + verb.name().toLowerCase(Locale.ROOT)
                                    + "' are mutually exclusive; run the command once for each");
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
        return setting == PortSetting.MKEY ? Numbers.key(word, text) : Numbers.parse(word, text, Integer.SIZE - 1);
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
