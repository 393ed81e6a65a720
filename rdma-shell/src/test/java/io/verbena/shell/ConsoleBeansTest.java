package io.verbena.shell;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.Rdma;
import io.verbena.device.EndPort;
import io.verbena.mad.MadTransactor;
import io.verbena.shell.console.ConsoleConfiguration;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.shell.test.ShellTestClient;
import org.springframework.shell.test.autoconfigure.ShellTest;
import org.springframework.test.annotation.DirtiesContext;

/** The commands of the console work with its beans, which its properties make. */
@ShellTest
@SpringBootTest(
        classes = {ConsoleConfiguration.class, VerbenaConsole.class},
        args = {"-t", "7"},
        properties = {
            "rdma.fabric.type=embedded",
            "rdma.fabric.topology=fat-tree:2,2,2@host2",
            "rdma.mad.retries=4",
            "rdma.mad.timeout=60s"
        })
class ConsoleBeansTest {
    @Autowired
    ShellTestClient client;

    @Autowired
    Rdma rdma;

    @Autowired
    EndPort endPort;

    @Autowired
    MadTransactor mad;

    @Test
    void commandUsesTheRetriesOfTheProperties() throws Exception {
        assertThat(said("smpquery nodeinfo 99")).contains("to IbPath[dlid=99] after 5 tries of 7 ms");
    }

    @Test
    void timeoutOfACommandKeepsTheOtherOptions() throws Exception {
        assertThat(said("smpquery -t 3 nodeinfo 99")).contains("after 5 tries of 3 ms");
        assertThat(said("smpquery --fabric embedded:two-node -t 3 nodeinfo 99")).contains("after 5 tries of 3 ms");
    }

    @Test
    void commandUsesTheTransactorOfTheConsole() throws Exception {
        long before = mad.datagramsSent();

        assertThat(said("smpquery -D nodedesc 0")).endsWith("host2");

        assertThat(mad.datagramsSent()).isEqualTo(before + 1);
    }

    @Test
    void tracingEndsWithItsCommand() throws Exception {
        assertThat(said("smpquery -d -D nodedesc 0"))
                .contains("D: SubnGet(NodeDescription) to DirectedPath[0] answered");
        assertThat(said("smpquery -D nodedesc 0")).doesNotContain("D: ");
    }

    @Test
    void commandsDoNotCloseTheBeansOfTheConsole() throws Exception {
        said("ibnetdiscover -l");
        said("ibnetdiscover -l -P 1");
        said("ibnetdiscover -l -o 2");

        assertThat(mad.isOpen()).isTrue();
        assertThat(rdma.endPort(endPort.name())).isEqualTo(endPort);
    }

    @Test
    @DirtiesContext
    void lostTransactorIsReplaced() throws Exception {
        mad.close();

        assertThat(said("smpquery -D nodedesc 0")).endsWith("host2");
    }

    private String said(String line) throws Exception {
        return String.join("\n", client.sendCommand(line).lines()).strip();
    }
}
