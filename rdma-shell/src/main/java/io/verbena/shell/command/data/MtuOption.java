package io.verbena.shell.command.data;

import io.verbena.iba.Mtu;
import java.util.Arrays;
import picocli.CommandLine.Option;

/** Option for the path MTU. */
final class MtuOption {
    @Option(
            names = {"-m", "--mtu"},
            paramLabel = "BYTES",
            description = "Path MTU: 256, 512, 1024, 2048 or 4096 (default: 1024).")
    String bytes = Mtu.MTU_1024.text();

    Mtu value() {
        return Arrays.stream(Mtu.values())
                .filter(mtu -> mtu.text().equals(bytes))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "--mtu: '" + bytes + "' is not an MTU; expected 256, 512, 1024, 2048 or 4096"));
    }
}
