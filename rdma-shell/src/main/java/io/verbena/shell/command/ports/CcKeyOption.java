package io.verbena.shell.command.ports;

import io.verbena.mad.MadOptions;
import io.verbena.shell.cli.Keys;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The key of congestion control. */
final class CcKeyOption {
    @Option(
            names = {"-c", "--cckey"},
            paramLabel = "KEY",
            description = "The CC_Key; what is no number is asked for, and not shown.")
    @Nullable String ccKey;

    MadOptions over(MadOptions defaults) {
        return ccKey == null ? defaults : defaults.withKeys(defaults.keys().withCcKey(Keys.read("--cckey", ccKey)));
    }
}
