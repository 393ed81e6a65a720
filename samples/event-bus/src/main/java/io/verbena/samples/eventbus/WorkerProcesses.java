package io.verbena.samples.eventbus;

import io.verbena.Rdma;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Workers as processes. A worker ends when its standard input does, so that none remains after this process. */
final class WorkerProcesses implements Workers {
    private static final String READY = "ready";

    private final String address;
    private final int port;
    private final Rdma rdma = Rdma.open();
    private final Map<String, Process> processes = new HashMap<>();

    WorkerProcesses(String address, int port) {
        this.address = address;
        this.port = port;
    }

    /** Runs a worker in this process until the standard input ends. */
    static void run(String name, String address, int port) throws IOException {
        try (Rdma rdma = Rdma.open();
                ClusterMember member = ClusterMember.join(rdma, address, port)) {
            member.work(name);
            System.out.println(READY);
            while (System.in.read() >= 0) {}
        }
    }

    @Override
    public Rdma rdma() {
        return rdma;
    }

    @Override
    public String address() {
        return address;
    }

    @Override
    public void start(String name) throws IOException {
        String classPath = System.getProperty("java.class.path");
        List<String> command = new ArrayList<>(List.of(
                ProcessHandle.current().info().command().orElse("java"),
                "-Dvertx.disableDnsResolver=true",
                "-XX:TieredStopAtLevel=1"));
        boolean oneJar = classPath.endsWith(".jar") && !classPath.contains(File.pathSeparator);
        command.addAll(
                oneJar ? List.of("-jar", classPath) : List.of("-cp", classPath, EventBusCluster.class.getName()));
        command.addAll(List.of("worker", name, address, String.valueOf(port)));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        processes.put(name, process);
        BufferedReader output = process.inputReader(StandardCharsets.UTF_8);
        if (!READY.equals(output.readLine())) {
            throw new IOException(name + " ended before it joined the cluster; see its output above");
        }
    }

    @Override
    public void kill(String name) {
        Objects.requireNonNull(processes.remove(name)).destroyForcibly();
    }

    @Override
    public void close() {
        processes.values().forEach(Process::destroy);
        rdma.close();
    }
}
