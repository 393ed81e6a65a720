package io.verbena.linux;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.Rdma;
import io.verbena.contract.TriedFabric;
import io.verbena.mad.MadOptions;
import io.verbena.trace.PacketListener;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Map;

/** The simulated fabric that this process is attached to; {@code testbed/ibsim/fabric} says where it is. */
final class Ibsim implements TriedFabric {
    @Override
    public Rdma open(MadOptions options) {
        return Rdma.builder().mad(options).open();
    }

    @Override
    public Rdma open(MadOptions options, PacketListener packets) {
        return Rdma.builder().mad(options).packets(packets).open();
    }

    @Override
    public Path net() {
        return Path.of(variable("VERBENA_NET"));
    }

    @Override
    public String device() {
        return "ibsim0";
    }

    @Override
    public void cut(String node, int port) {
        console("Unlink \"" + node + "\"[" + port + "]");
    }

    @Override
    public void join(String node, int port) {
        console("ReLink \"" + node + "\"[" + port + "]");
    }

    /** Ends the simulator at once, and waits until it has ended. */
    static void kill() {
        ProcessHandle simulator =
                ProcessHandle.of(Long.parseLong(variable("VERBENA_IBSIM_PID"))).orElseThrow();
        assertThat(simulator.destroyForcibly()).isTrue();
        assertThat(simulator.onExit()).succeedsWithin(Duration.ofSeconds(5));
    }

    /** Kills the subnet manager that the fabric was started with, and waits until it has ended. */
    static void killSubnetManager() {
        ProcessHandle opensm =
                ProcessHandle.of(Long.parseLong(variable("VERBENA_OPENSM_PID"))).orElseThrow();
        assertThat(opensm.destroyForcibly()).isTrue();
        assertThat(opensm.onExit()).succeedsWithin(Duration.ofSeconds(5));
    }

    private static void console(String command) {
        try {
            Files.writeString(Path.of(variable("VERBENA_IBSIM_CONSOLE")), command + "\n", StandardOpenOption.WRITE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String variable(String name) {
        Map<String, String> environment = System.getenv();
        assertThat(environment).as("this runs under testbed/ibsim/fabric").containsKey(name);
        return environment.getOrDefault(name, "");
    }
}
