package io.verbena.shell.command.ports;

import io.verbena.mad.MadOptions;
import io.verbena.shell.cli.Keys;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Option for the CC_Key of congestion control. */
final class CcKeyOption {
    @Option(
            names = {"-c", "--cckey"},
            paramLabel = "KEY",
            description = "CC_Key; prompts for the key if KEY is not a number.")
    @Nullable String ccKey;

    MadOptions over(MadOptions defaults) {
        return ccKey == null ? defaults : defaults.withKeys(defaults.keys().withCcKey(Keys.read("--cckey", ccKey)));
    }
}
