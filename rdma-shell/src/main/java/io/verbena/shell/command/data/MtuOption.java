package io.verbena.shell.command.data;

import io.verbena.iba.Mtu;
import java.util.Arrays;
import picocli.CommandLine.Option;

/** The largest payload of a packet on the way. */
final class MtuOption {
    @Option(
            names = {"-m", "--mtu"},
            paramLabel = "BYTES",
            description = "The path MTU: 256, 512, 1024, 2048 or 4096; 1024 unless given.")
    String bytes = Mtu.MTU_1024.text();

    Mtu value() {
        return Arrays.stream(Mtu.values())
                .filter(mtu -> mtu.text().equals(bytes))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "--mtu: '" + bytes + "' is not an MTU; write 256, 512, 1024, 2048 or 4096"));
    }
}
