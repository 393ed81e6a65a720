package io.verbena.shell.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.error.RdmaException;
import io.verbena.shell.cli.FabricCommand;
import io.verbena.shell.parity.CommandRun;
import io.verbena.spi.ForwardingDriver;
import io.verbena.spi.MadChannel;
import io.verbena.spi.RdmaDriver;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** Tests the errors that apply to all commands: each prints one line on standard error and returns an exit code. */
class EveryCommandBadInputTest {
    private static final String FABRIC = "--fabric embedded:fat-tree:2,4,4 ";

    /** One line for each command that sends requests; it goes well on the fabric. */
    private static final List<String> SENDERS = List.of(
            "ibnetdiscover",
            "ibhosts",
            "ibswitches",
            "ibrouters",
            "ibnodes",
            "ibprintca host1",
            "ibprintswitch leaf0",
            "ibaddr 4",
            "ibroute 1",
            "dump_fts",
            "dump_mfts",
            "ibtracert 4",
            "ibfindnodesusing leaf0 1",
            "check_lft_balance",
            "validate",
            "ibdiagnet -skip ipoib -o target/ibdiagnet",
            "ibdiagpath -l 4 -o target/ibdiagpath",
            "topology",
            "smpquery nodeinfo 4",
            "smpdump 4 0x11",
            "ibportstate 1 1",
            "set_port_state --dry-run --disable leaf0@4",
            "init_all_ports --dry-run",
            "ibccquery CI 1",
            "vendstat -N 1",
            "perfquery 4",
            "ibqueryerrors",
            "iblinkinfo",
            "ibidsverify",
            "sminfo",
            "saquery",
            "set_guid 4 1 0x1234",
            "ibsendtrap",
            "ibping -f -c 1 4",
            "ibsysstat 4",
            "ibchecknet",
            "ibchecknode 4",
            "ibcheckport 4 1",
            "ibcheckstate",
            "ibcheckportstate 4 1",
            "ibcheckwidth",
            "ibcheckportwidth 4 1",
            "ibcheckerrors",
            "ibcheckerrs 4 1",
            "ibclearcounters --dry-run",
            "ibclearerrors --dry-run",
            "ibdatacounters",
            "ibdatacounts 4",
            "ibswportwatch -n 1 1 1",
            "query SubnGet NodeInfo 4");

    @TempDir
    private Path folder;

    static Stream<String> commands() {
        return Commands.all().map(EveryCommandBadInputTest::name);
    }

    static Stream<String> senders() {
        return SENDERS.stream();
    }

    private static String name(Class<?> type) {
        return Objects.requireNonNull(type.getAnnotation(Command.class)).name();
    }

    @Test
    void coversAllCommandsThatSendRequests() {
        List<String> known =
                SENDERS.stream().map(line -> line.replaceFirst(" .*", "")).toList();
        assertThat(Commands.all().filter(FabricCommand.class::isAssignableFrom).map(EveryCommandBadInputTest::name))
                .as("those that are left out need a file, a device, or tell of the fabric themselves")
                .filteredOn(name -> !known.contains(name))
                .containsExactlyInAnyOrder(
                        "subnet_diff",
                        "ibprintrt",
                        "ibccconfig",
                        "mcm_rereg_test",
                        "sm",
                        "ibstat",
                        "ibstatus",
                        "ibv_devices",
                        "set_nodedesc",
                        "ibdiscover",
                        "ibv_devinfo",
                        "ibv_rc_pingpong",
                        "ibv_uc_pingpong",
                        "ibv_ud_pingpong",
                        "ibv_srq_pingpong",
                        "ibv_xsrq_pingpong",
                        "rping",
                        "ibv_asyncwatch",
                        "rdma_client",
                        "rdma_server",
                        "rdma_xclient",
                        "rdma_xserver",
                        "ucmatose",
                        "udaddy",
                        "mckey",
                        "cmtime",
                        "rstream",
                        "riostream",
                        "rcopy",
                        "udpong",
                        "rdma_bw",
                        "rdma_lat",
                        "ib_send_bw",
                        "ib_write_bw",
                        "ib_read_bw",
                        "ib_atomic_bw",
                        "ib_send_lat",
                        "ib_write_lat",
                        "ib_read_lat",
                        "ib_atomic_lat",
                        "raw_ethernet_bw",
                        "raw_ethernet_lat",
                        "raw_ethernet_burst_lat",
                        "raw_ethernet_fs_rate");
    }

    static Stream<String> others() {
        return Stream.of(
                "ibprintrt x",
                "ibccconfig CK 1 0 0 0 0",
                "mcm_rereg_test x",
                "ibstat",
                "ibstatus",
                "ibv_devices",
                "set_nodedesc",
                "ibdiscover",
                "ibv_devinfo",
                "ibv_rc_pingpong",
                "ibv_uc_pingpong",
                "ibv_ud_pingpong",
                "ibv_srq_pingpong",
                "ibv_xsrq_pingpong",
                "rping -s",
                "ibv_asyncwatch",
                "rdma_client",
                "rdma_server",
                "rdma_xclient",
                "rdma_xserver",
                "ucmatose",
                "udaddy",
                "mckey -m 239.7.7.7",
                "cmtime",
                "rstream",
                "riostream",
                "rcopy",
                "udpong",
                "rdma_bw",
                "rdma_lat",
                "ib_send_bw",
                "ib_write_bw",
                "ib_read_bw",
                "ib_atomic_bw",
                "ib_send_lat",
                "ib_write_lat",
                "ib_read_lat",
                "ib_atomic_lat",
                "subnet_diff x",
                "ibcacheedit x y",
                "decode-mad 01",
                "fabric",
                "run x",
                "collect x",
                "man x",
                "completion bash");
    }

    static Stream<String> lines() {
        return Stream.concat(senders(), others());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "subnet_diff",
                "ibcacheedit",
                "ibroute",
                "ibfindnodesusing",
                "smpquery",
                "smpdump",
                "ibportstate",
                "set_port_state",
                "ibccquery",
                "ibccconfig",
                "vendstat",
                "set_guid",
                "query",
                "run",
                "man",
                "completion"
            })
    void namesTheMissingArgument(String command) {
        CommandRun run = CommandRun.verbenaLine(FABRIC + command);

        assertRefused(run, 2);
        assertThat(run.errors().get(0)).startsWith("verbena: Missing required parameter");
        assertThat(run.errors().get(1)).isEqualTo("Try 'verbena " + command + " --help'.");
    }

    @ParameterizedTest
    @MethodSource("lines")
    void rejectsAnUnknownOption(String line) {
        CommandRun run = CommandRun.verbenaLine(FABRIC + line + " --no-such-option");

        assertRefused(run, 2);
        assertThat(run.err()).contains("'--no-such-option'");
    }

    @ParameterizedTest
    @MethodSource("senders")
    void rejectsAnInvalidOptionValue(String line) {
        CommandRun wrongType = CommandRun.verbenaLine(FABRIC + line + " --timeout abc");
        assertRefused(wrongType, 2);
        assertThat(wrongType.err()).contains("'--timeout'", "'abc' is not an integer");

        CommandRun outOfRange = CommandRun.verbenaLine(FABRIC + line + " --timeout 0");
        assertRefused(outOfRange, 2);
        assertThat(outOfRange.err()).contains("timeout 0s is out of range");
    }

    @ParameterizedTest
    @MethodSource("senders")
    void reportsAMissingDeviceAndPort(String line) {
        CommandRun device = CommandRun.verbenaLine(FABRIC + line + " --Ca nope");
        assertRefused(device, 4);
        assertThat(device.err()).contains("no device is called 'nope'; this host has emb0");

        CommandRun port = CommandRun.verbenaLine(FABRIC + line + " --Port 9");
        assertRefused(port, 4);
        assertThat(port.err()).contains("device emb0 has no port 9; it has port 1");
    }

    @ParameterizedTest
    @MethodSource("opening")
    void reportsDeniedAccessToThePort(String line) throws IOException {
        Path guids = Files.writeString(folder.resolve("port_guids.list"), "0x1\n");
        Path links = Files.writeString(folder.resolve("ibdiscover.topo"), "10|5442ba00003080|1|8f10400410015\n");
        try (EmbeddedHost host = new EmbeddedHost("fat-tree:2,4,4", EveryCommandBadInputTest::forbidding)) {
            CommandRun run = host.run(line.replace("GUIDS", guids.toString()).replace("LINKS", links.toString()));

            assertRefused(run, 4);
            assertThat(run.err()).contains("no permission to open /dev/infiniband/umad0");
        }
    }

    static Stream<String> opening() {
        return Stream.concat(
                senders(),
                Stream.of("ibprintrt x", "ibccconfig CK 1 0 0 0 0", "ibdiscover --topo LINKS", "mcm_rereg_test GUIDS"));
    }

    @ParameterizedTest
    @MethodSource("commands")
    void rejectsUnexpectedArguments(String command) {
        String arguments = " 1".repeat(80);
        CommandRun run = CommandRun.verbenaLine(FABRIC + command + arguments);

        assertThat(run.exitCode()).isIn(2, 4);
        assertThat(run.errors()).isNotEmpty().hasSizeLessThanOrEqualTo(2);
        assertThat(run.err()).startsWith("verbena: ").doesNotContain("Exception");
    }

    @ParameterizedTest
    @MethodSource("caches")
    void rejectsATruncatedCacheFile(String line) throws Exception {
        Path cache = folder.resolve("cache");
        CommandRun.verbenaLine(FABRIC + "ibnetdiscover --cache " + cache).ok();
        byte[] whole = Files.readAllBytes(cache);
        Files.write(cache, Arrays.copyOf(whole, whole.length / 2));

        CommandRun run = CommandRun.verbenaLine(FABRIC + line.replace("FILE", cache.toString()));
        assertRefused(run, 4);
        assertThat(run.err()).contains(cache + ": at byte ");

        CommandRun none = CommandRun.verbenaLine(FABRIC + line.replace("FILE", folder + "/none"));
        assertRefused(none, 4);
        assertThat(none.err()).contains("cannot read the cache " + folder + "/none: there is no such file or folder");
    }

    static Stream<String> caches() {
        return Stream.concat(
                sendersWith("--load-cache").map(line -> line + " --load-cache FILE"),
                Stream.of(
                        "ibprintrt x --load-cache FILE",
                        "subnet_diff FILE",
                        "ibcacheedit FILE FILE",
                        "ibnetdiscover --diff FILE",
                        "iblinkinfo --diff FILE"));
    }

    private static Stream<String> sendersWith(String option) {
        CommandLine root = VerbenaCommand.commandLine(() -> 0);
        return senders()
                .filter(line -> Objects.requireNonNull(root.getSubcommands().get(line.replaceFirst(" .*", "")), line)
                                .getCommandSpec()
                                .findOption(option)
                        != null);
    }

    @ParameterizedTest
    @MethodSource("counting")
    void rejectsAThresholdOfAnUnknownCounter(String line) throws Exception {
        Path thresholds = Files.writeString(folder.resolve("thresholds"), "SymbolErrorCounter=5\nNoSuchCounter=1\n");

        CommandRun run = CommandRun.verbenaLine(FABRIC + line.replace("FILE", thresholds.toString()));

        assertRefused(run, 4);
        assertThat(run.err()).contains(thresholds.toString(), "NoSuchCounter");
    }

    static Stream<String> counting() {
        return Stream.of(
                "ibqueryerrors --threshold-file FILE",
                "ibcheckerrors -T FILE",
                "ibcheckerrs -T FILE 4 1",
                "ibchecknet -T FILE");
    }

    @ParameterizedTest
    @MethodSource("addressing")
    void rejectsTwoAddressForms(String line) {
        CommandRun run = CommandRun.verbenaLine(FABRIC + line + " --Lid --Guid");

        assertRefused(run, 2);
        assertThat(run.err()).contains("are mutually exclusive");
    }

    static Stream<String> addressing() {
        return sendersWith("--Lid").map(line -> line.equals("sminfo") ? "sminfo 1" : line);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ibaddr 4000",
                "ibroute 4000",
                "ibtracert 4000",
                "smpquery nodeinfo 4000",
                "smpdump 4000 0x11",
                "ibportstate 4000 1",
                "set_port_state --dry-run --disable 4000@1",
                "ibccquery CI 4000",
                "ibccconfig CK 4000 0 0 0 0",
                "vendstat -N 4000",
                "perfquery 4000",
                "sminfo 4000",
                "set_guid 4000 1 0x1234",
                "ibsysstat 4000",
                "ibchecknode 4000",
                "ibcheckport 4000 1",
                "ibcheckportstate 4000 1",
                "ibcheckportwidth 4000 1",
                "ibcheckerrs 4000 1",
                "ibdatacounts 4000",
                "ibswportwatch -n 1 4000 1",
                "query SubnGet NodeInfo 4000",
            })
    void reportsAnAddressWithoutANode(String line) {
        CommandRun run = CommandRun.verbenaLine(FABRIC + line + " --timeout 5");

        assertThat(run.exitCode()).as(run.out() + run.err()).isEqualTo(4);
        assertThat(run.errors()).last().asString().startsWith("verbena: ").contains("4000");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "smpquery portinfo 1 99",
                "ibportstate 1 99",
                "set_port_state --dry-run --disable leaf0@99",
                "ibccquery SP 1 99",
                "ibccconfig SP 1 99 0 0 0 0 0",
                "perfquery 4 99",
                "ibcheckport 4 99",
                "ibcheckportstate 4 99",
                "ibcheckportwidth 4 99",
                "ibcheckerrs 4 99",
                "ibdatacounts 4 99",
                "ibswportwatch -n 1 1 99",
                "ibfindnodesusing leaf0 99",
            })
    void reportsAMissingPort(String line) {
        CommandRun run = CommandRun.verbenaLine(FABRIC + line);

        assertRefused(run, 4);
        assertThat(run.err()).contains("99");
    }

    /** The subnet administration is silent, and the commands that live by it say so. */
    @ParameterizedTest
    @MethodSource("asking")
    void reportsAnUnreachableSubnetAdministration(String line) {
        try (EmbeddedHost fabric = new EmbeddedHost("fat-tree:2,4,4")) {
            fabric.embedded().orElseThrow().subnetAdministration().silence();

            CommandRun run = fabric.run(line);

            assertRefused(run, 4);
            assertThat(run.err()).containsAnyOf("subnet administration", "subnet manager");
        }
    }

    static Stream<String> asking() {
        return Stream.of(
                "saquery -t 5",
                "set_guid -t 5 4 1 0x1234",
                "smpquery -t 5 -G nodeinfo 0x0008f10000000011",
                "perfquery -t 5 4",
                "vendstat -t 5 -N 1",
                "ibccquery -t 5 CI 1",
                "ibccconfig -t 5 CK 1 0 0 0 0",
                "ibsysstat -t 5 4",
                "ibcheckerrs -t 5 4 1",
                "ibdatacounts -t 5 4",
                "ibswportwatch -t 5 -n 1 1 1",
                "ibhosts -t 5 --sa",
                "ibnetdiscover -t 5 --sa");
    }

    private static void assertRefused(CommandRun run, int exitCode) {
        assertThat(run.exitCode()).as(run.out() + run.err()).isEqualTo(exitCode);
        assertThat(run.out()).isEmpty();
        assertThat(run.errors()).isNotEmpty().hasSizeLessThanOrEqualTo(2);
        assertThat(run.err()).startsWith("verbena: ").doesNotContain("Exception");
    }

    /** All of it is that of a real fabric but for the port that does not open. */
    private static RdmaDriver forbidding(RdmaDriver driver) {
        return new ForwardingDriver(driver) {
            @Override
            public MadChannel openMadChannel(String device, int port) {
                throw new RdmaException("no permission to open /dev/infiniband/umad0; run as root");
            }
        };
    }
}
