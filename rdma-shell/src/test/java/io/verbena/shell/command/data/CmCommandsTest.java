package io.verbena.shell.command.data;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.iba.Gid;
import io.verbena.shell.command.EmbeddedHost;
import io.verbena.shell.parity.CommandRun;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The commands of rdmacm-utils between two hosts of an embedded fabric. The suites of testbed/uml test them with C. */
@Timeout(120)
class CmCommandsTest {
    private final EmbeddedHost near = new EmbeddedHost("fat-tree:2,2,2");
    private final EmbeddedHost far = near.peer("host3");

    @AfterEach
    void close() {
        far.close();
        near.close();
    }

    private String address() {
        return near.node("host3").address().getHostAddress();
    }

    private static CompletableFuture<CommandRun> start(EmbeddedHost host, String line) {
        return CompletableFuture.supplyAsync(() -> host.run(line));
    }

    /** Runs a client until the server listens, which takes a moment. */
    private CommandRun call(String line) throws InterruptedException {
        CommandRun run = near.run(line);
        for (int i = 0; i < 200 && run.err().matches("(?s).*(no program listens|does a program listen there).*"); i++) {
            Thread.sleep(20);
            run = near.run(line);
        }
        return run.ok();
    }

    private static CommandRun end(CompletableFuture<CommandRun> server) {
        return server.orTimeout(30, TimeUnit.SECONDS).join().ok();
    }

    @ParameterizedTest
    @CsvSource({"rdma_server, rdma_client", "rdma_xserver, rdma_xclient", "rdma_xserver -c x, rdma_xclient -c x"})
    void exchangesOneMessage(String server, String client) throws Exception {
        CompletableFuture<CommandRun> served = start(far, server);

        CommandRun called = call(client + " -s " + address());

        String name = client.replaceFirst(" .*", "");
        assertThat(called.lines()).containsExactly(name + ": start", name + ": end 0");
        String serverName = server.replaceFirst(" .*", "");
        assertThat(end(served).lines()).containsExactly(serverName + ": start", serverName + ": end 0");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {"-c 1", "-c 5 -C 20 -S 1000", "-C 0", "-m", "-P ib"})
    void ucmatoseExchangesMessages(String options) throws Exception {
        CompletableFuture<CommandRun> served = start(far, "ucmatose " + options);

        CommandRun called = call("ucmatose " + options + " -s " + address());

        assertThat(called.lines())
                .startsWith("cmatose: starting client", "cmatose: connecting")
                .endsWith("test complete", "return status 0");
        assertThat(end(served).lines())
                .startsWith("cmatose: starting server")
                .containsSubsequence("cmatose: disconnecting", "disconnected", "test complete", "return status 0");
        assertThat(called.lines().contains("data transfers complete")).isEqualTo(!options.equals("-C 0"));
        assertThat(called.lines().contains("migrating to new event channel")).isEqualTo(options.equals("-m"));
    }

    @ParameterizedTest
    @CsvSource({"ucmatose -P ib -c 3, true", "ucmatose -c 2, false", "udaddy -C 20 -S 500, true", "udaddy, false"})
    void gidsAreAddresses(String command, boolean bound) throws Exception {
        String line = command + " -f gid";
        String there = Gid.linkLocal(near.node("host3").port(1).guid()).toString();
        String here = Gid.linkLocal(near.node("host0").port(1).guid()).toString();
        CompletableFuture<CommandRun> served = start(far, bound ? line + " -b " + there : line);

        CommandRun called = call(line + " -s " + there + (bound ? " -b " + here : ""));

        assertThat(called.lines()).endsWith("data transfers complete", "test complete", "return status 0");
        assertThat(end(served).lines()).contains("data transfers complete", "return status 0");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {"-c 1", "-c 3 -C 20 -S 500", "-P ipoib", "-p 0x2"})
    void udaddyExchangesDatagrams(String options) throws Exception {
        CompletableFuture<CommandRun> served = start(far, "udaddy --format json " + options);

        CommandRun called = call("udaddy " + options + " -s " + address());

        assertThat(called.lines())
                .containsExactly(
                        "udaddy: starting client",
                        "udaddy: connecting",
                        "initiating data transfers",
                        "receiving data transfers",
                        "data transfers complete",
                        "test complete",
                        "return status 0");
        int each = options.contains("-C 20") ? 20 : 10;
        CommandRun server = end(served);
        int connections = server.json().get("connections").asInt();
        assertThat(connections).isEqualTo(options.contains("-c 3") ? 3 : 1);
        assertThat(server.json().get("received").asInt()).isEqualTo(connections * each);
        assertThat(server.json().get("sent").asInt()).isEqualTo(connections * each);
    }

    @ParameterizedTest
    @CsvSource({
        "-m 239.7.7.7, -m 239.7.7.7",
        "-c 2 -m 239.7.7.7, -m 239.7.7.7",
        "-m ff0e::7:7, -o -m ff0e::7:7",
        "-M ff12:1234::7, -M ff12:1234::7"
    })
    void mckeySendsToAGroup(String receives, String sends) throws Exception {
        CompletableFuture<CommandRun> member = start(far, "mckey " + receives + " -b " + address());
        String sender = near.node("host0").address().getHostAddress();
        CommandRun sent = near.run("mckey -s " + sends + " -b " + sender).ok();
        // The first datagrams may have been sent before the receiver was a member.
        for (int i = 0; i < 100 && !member.isDone(); i++) {
            near.run("mckey -s -C 1 " + sends + " -b " + sender).ok();
            Thread.sleep(20);
        }

        CommandRun received = end(member);
        assertThat(sent.lines())
                .startsWith("mckey: starting client", "mckey: joining")
                .endsWith("initiating data transfers", "data transfers complete", "test complete", "return status 0");
        assertThat(received.lines())
                .startsWith("mckey: starting server", "mckey: joining")
                .endsWith("receiving data transfers", "data transfers complete", "test complete", "return status 0");
        assertThat(sent.lines().get(2))
                .isEqualTo(received.lines().get(2))
                .matches("mckey: joined dgid: ff1\\S+ mlid 0x[cC]\\S+ sl 0");
    }

    @Test
    void cmtimeMeasuresEveryStep() throws Exception {
        CompletableFuture<CommandRun> served = start(far, "cmtime -c 20 --format json");

        CommandRun called = call("cmtime -c 20 -s " + address() + " -b "
                + near.node("host0").address().getHostAddress());

        assertThat(called.lines())
                .contains("step              total ms     max ms     min us  us / conn")
                .filteredOn(line -> line.contains(": "))
                .extracting(line -> line.replaceFirst(" *: .*", ""))
                .containsExactly(
                        "create id",
                        "bind addr",
                        "resolve addr",
                        "resolve route",
                        "create qp",
                        "connect",
                        "disconnect",
                        "destroy");
        assertThat(end(served).json().get("connections").asInt()).isEqualTo(20);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "ucmatose -c 0                | -c: 0 is out of range; expected 1 to 65535",
                "ucmatose -P udp              | -P: 'udp' is not a port space of connections; expected tcp or ib",
                "ucmatose -p 70000            | -p: 70000 is out of range; expected 1 to 65535",
                "ucmatose -a 32               | -a: 32 is out of range; expected 0 to 31",
                "ucmatose -f ipv6 -s 10.0.0.2 | -s: '10.0.0.2' has no address of format ipv6 (-f)",
                "udaddy -p 0x106              | -p: '0x106' is not a port space of datagrams; expected 0x111 (UDP) or"
                        + " 0x2 (IPoIB)",
                "udaddy -P tcp                | -P: 'tcp' is not a port space of datagrams; expected udp or ipoib",
                "mckey -b 10.0.0.1            | give -m, the address of the group, or -M, its multicast GID",
                "ucmatose -f gid -s 10.0.0.2  | -s: '10.0.0.2' is not a GID; write it as an IPv6 address",
                "mckey -M fe80::7 -b 10.0.0.1 | -M: 'fe80::7' is not a multicast GID, which begins with ff",
                "mckey -M ff12:a01b::7        | -M requires -b, the local address",
                "cmtime -t 0                  | -t: 0 is out of range; expected 1 to 2147483647",
                "rdma_client -p 0             | -p: 0 is out of range; expected 1 to 65535",
            })
    void rejectsInvalidInput(String line, String message) {
        CommandRun run = near.run(line);

        assertThat(run.exitCode()).as(run.err()).isEqualTo(2);
        assertThat(run.errors()).singleElement().asString().contains(message);
    }

    @Test
    void rejectsADatagramThatDoesNotFit() {
        CommandRun run = near.run("mckey -s -m 239.7.7.7 -S 5000 -b "
                + near.node("host0").address().getHostAddress());

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains("a message of 5000 bytes is larger than the MTU of emb0/1, 4096");
    }
}
