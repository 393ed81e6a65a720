package io.verbena.shell.benchmark;

import io.verbena.Rdma;
import io.verbena.mad.MadTransactor;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/**
 * Discovers the subnet once for each line on standard input. Responds with the elapsed milliseconds, from opening the
 * port to closing it, and the number of nodes. The first rounds are warm-up.
 */
public final class WarmDiscovery {
    private WarmDiscovery() {}

    /** Runs until the end of standard input. */
    public static void main(String[] arguments) throws IOException {
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        while (lines.readLine() != null) {
            long began = System.nanoTime();
            int nodes = discover();
            System.out.printf("%.3f %d%n", (System.nanoTime() - began) / 1e6, nodes);
            System.out.flush();
        }
    }

    private static int discover() {
        try (Rdma rdma = Rdma.open();
                MadTransactor mad = rdma.mad(rdma.defaultEndPort())) {
            return rdma.discovery(mad).run().nodes().size();
        }
    }
}
