package io.verbena.shell.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.error.RdmaException;
import io.verbena.shell.parity.CommandRun;
import io.verbena.spi.ForwardingDriver;
import io.verbena.spi.MadChannel;
import io.verbena.spi.RdmaDriver;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Commands that only read work on a host without umad, through verbs and the subnet administration. */
class CommandsByVerbsTest {
    private static final String FABRIC = "fat-tree:2,4,4";

    private static RdmaDriver withoutUmad(RdmaDriver driver) {
        return new ForwardingDriver(driver) {
            @Override
            public MadChannel openMadChannel(String device, int port) {
                throw new RdmaException("this host has no umad");
            }
        };
    }

    private static String undated(CommandRun run) {
        return run.out().replaceFirst("# Topology file: generated on .*", "");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ibnetdiscover",
                "ibhosts",
                "ibswitches",
                "ibrouters",
                "ibnodes",
                "iblinkinfo",
                "ibqueryerrors",
                "ibaddr 4",
                "ibroute 1",
                "dump_fts",
                "ibtracert 4 9",
                "ibfindnodesusing leaf0 1",
                "check_lft_balance",
                "smpquery nodeinfo 4",
                "smpquery portinfo 4 1",
                "perfquery 4",
                "saquery",
                "saquery -p",
                "ibchecknode 4",
                "ibcheckport 4 1",
                "ibchecknet",
                "ibcheckerrs 4 1",
                "ibidsverify",
                "vendstat -N 1"
            })
    void readsTheSameAttributesAsByUmad(String line) {
        CommandRun byUmad;
        try (EmbeddedHost host = new EmbeddedHost(FABRIC)) {
            byUmad = host.run(line + " --sa");
        }
        try (EmbeddedHost host = new EmbeddedHost(FABRIC, CommandsByVerbsTest::withoutUmad)) {
            CommandRun byVerbs = host.run(line + " --mad verbs --sa");

            assertThat(byVerbs.err()).isEqualTo(byUmad.err());
            assertThat(undated(byVerbs)).isEqualTo(undated(byUmad));
            assertThat(byVerbs.exitCode()).isEqualTo(byUmad.exitCode());
        }
    }
}
