package io.verbena.shell.command;

import io.verbena.Rdma;
import io.verbena.device.EndPort;
import io.verbena.embedded.EmbeddedFabric;
import io.verbena.embedded.service.FabricService;
import io.verbena.embedded.service.ServiceLimits;
import io.verbena.error.RdmaException;
import io.verbena.mad.MadOptions;
import io.verbena.mad.MadTransactor;
import io.verbena.shell.cli.FabricHost;
import io.verbena.shell.cli.Numbers;
import io.verbena.shell.cli.SessionState;
import io.verbena.shell.cli.StartOptions;
import io.verbena.trace.PcapFile;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * An embedded fabric that is served to programs in C, and to {@code fabric --served} of other processes: these send the
 * words of the command over TCP to the port of the service on the loopback interface, and receive what it prints.
 */
final class FabricServer implements FabricHost, AutoCloseable {
    private static final int MAX_WORDS = 256;
    private static final int TIMEOUT_MILLIS = 10_000;
    private static final int END_MILLIS = 1000;

    private final String name;
    private final EmbeddedFabric fabric;
    private final FabricService service;
    private final ServerSocket commands;
    private final SessionState state = new SessionState();
    private final @Nullable PcapFile pcap;
    private final Thread thread = new Thread(this::run, "verbena-fabric-commands");

    static final class Options {
        @Option(
                names = "--port",
                paramLabel = "PORT",
                defaultValue = "" + FabricService.DEFAULT_PORT,
                description = "UDP port of the service; 0 for a free one (default: 7070).")
        String port;

        @Option(
                names = "--bind",
                paramLabel = "ADDRESS",
                description = "Address to listen on (default: the loopback interface). The protocol has no security.")
        @Nullable String address;

        @Option(
                names = "--clients",
                paramLabel = "N",
                defaultValue = "256",
                description = "Maximum number of clients (default: 256).")
        String clients;

        @Option(
                names = "--request-timeout",
                paramLabel = "TIME",
                defaultValue = "1s",
                description = "Time after which a request without response returns to its client (default: 1s).")
        String requestTimeout;

        @Option(
                names = "--unmanaged",
                description = "Leave the fabric without configuration, for a subnet manager such as opensm.")
        boolean unmanaged;

        @Option(
                names = "--manager",
                paramLabel = "NODE",
                description = "Run Verbena's subnet manager on this host of an unmanaged fabric.")
        @Nullable String manager;

        @Option(
                names = "--warm-up",
                paramLabel = "TIME",
                defaultValue = "300ms",
                description =
                        "Time for the JVM to compile the service before it responds, up to 60s (default: 300ms). 10s make"
                                + " the service as fast as it gets before the first program connects.")
        String warmUp;

        @Option(
                names = "--capture",
                paramLabel = "FILE",
                description = "Write all packets of all clients to FILE in pcap format.")
        @Nullable Path capture;

        EmbeddedFabric fabric(String argument) {
            Duration time = warmUpTime();
            // An error in another option must not wait for the warm-up.
            address();
            limits();
            FabricService.warmUp(time);
            EmbeddedFabric.Builder builder = EmbeddedFabric.builder(argument);
            EmbeddedFabric fabric = (unmanaged || manager != null ? builder.unmanaged() : builder).open();
            if (manager != null) {
                fabric.manage(manager);
            }
            return fabric;
        }

        private Duration warmUpTime() {
            Duration time = Numbers.duration("--warm-up", warmUp);
            if (time.compareTo(FabricService.MAX_WARM_UP) > 0) {
                throw new IllegalArgumentException("--warm-up: " + warmUp + " is out of range; expected 0s to 60s");
            }
            return time;
        }

        /** Returns the fabric of the console, whose configuration these options cannot change. */
        EmbeddedFabric lent(EmbeddedFabric fabric) {
            if (unmanaged || manager != null) {
                throw new IllegalArgumentException("the fabric of the console is open already;"
                        + " --unmanaged and --manager need a fabric of their own");
            }
            return fabric;
        }

        private InetSocketAddress address() {
            int number = (int) Numbers.parse("--port", port, Short.SIZE);
            return address == null
                    ? new InetSocketAddress(InetAddress.getLoopbackAddress(), number)
                    : new InetSocketAddress(address, number);
        }

        private ServiceLimits limits() {
            return ServiceLimits.DEFAULTS
                    .withClients((int) Numbers.parse("--clients", clients, Short.SIZE))
                    .withRequestTimeout(Numbers.duration("--request-timeout", requestTimeout));
        }
    }

    private FabricServer(String name, EmbeddedFabric fabric, Options options) throws IOException {
        this.name = name;
        this.fabric = fabric;
        this.pcap = options.capture == null ? null : PcapFile.open(options.capture);
        FabricService.Builder builder =
                FabricService.builder(fabric).address(options.address()).limits(options.limits());
        this.service = (pcap == null ? builder : builder.packets(pcap)).open();
        try {
            this.commands = new ServerSocket(service.address().getPort(), 1, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            service.close();
            throw e;
        }
    }

    static FabricServer open(String name, EmbeddedFabric fabric, Options options) {
        try {
            FabricServer server = new FabricServer(name, fabric, options);
            server.thread.setDaemon(true);
            server.thread.start();
            fabric.adopt(server);
            return server;
        } catch (IOException e) {
            throw new RdmaException(
                    "cannot listen on TCP port " + options.port + " of the loopback interface: " + e.getMessage()
                            + "; choose another --port",
                    e);
        }
    }

    /** Returns the UDP port of the service, which is also the TCP port for commands. */
    int port() {
        return service.address().getPort();
    }

    void announce(PrintWriter out) {
        InetSocketAddress address = service.address();
        out.printf("Serving %s at UDP port %d of %s.%n", name, address.getPort(), address.getHostString());
        out.printf(
                "IBSIM_SERVER_NAME=%s IBSIM_SERVER_PORT=%d SIM_HOST=\"%s\" LD_PRELOAD=libumad2sim.so COMMAND%n",
                address.getAddress().getHostAddress(),
                address.getPort(),
                fabric.nodes().get(0).description());
        out.flush();
    }

    private void run() {
        while (!commands.isClosed()) {
            try (Socket client = commands.accept()) {
                client.setSoTimeout(TIMEOUT_MILLIS);
                answer(new DataInputStream(client.getInputStream()), new DataOutputStream(client.getOutputStream()));
            } catch (IOException e) {
                // The client has gone, or this server is being closed.
            }
        }
    }

    private void answer(DataInputStream in, DataOutputStream out) throws IOException {
        int count = in.readUnsignedByte();
        List<String> words = new ArrayList<>();
        while (words.size() < count) {
            words.add(in.readUTF());
        }
        StringWriter printed = new StringWriter();
        int code = execute(words, new PrintWriter(printed));
        out.writeByte(code);
        out.write(printed.toString().getBytes(StandardCharsets.UTF_8));
        out.flush();
    }

    /** Runs a command; only those that show or change the fabric are accepted. */
    private int execute(List<String> words, PrintWriter out) {
        if (words.isEmpty()
                || !words.get(0).equals("fabric")
                || words.contains("serve")
                || words.contains("--served")) {
            out.println("only the commands that show or change the fabric are served: fabric …");
            out.flush();
            return 2;
        }
        String[] line = words.toArray(String[]::new);
        return VerbenaCommand.commandLineWithin(StartOptions.NONE, this, line)
                .setOut(out)
                .setErr(out)
                .execute(line);
    }

    static int ask(int port, List<String> words, PrintWriter to) {
        if (words.size() >= MAX_WORDS) {
            throw new IllegalArgumentException("a command for another process has at most " + MAX_WORDS + " words");
        }
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), TIMEOUT_MILLIS);
            socket.setSoTimeout(TIMEOUT_MILLIS);
            DataOutputStream out = new DataOutputStream(socket.getOutputStream());
            out.writeByte(words.size());
            for (String word : words) {
                out.writeUTF(word);
            }
            out.flush();
            DataInputStream in = new DataInputStream(socket.getInputStream());
            int code = in.readUnsignedByte();
            to.print(new String(in.readAllBytes(), StandardCharsets.UTF_8));
            to.flush();
            return code;
        } catch (ConnectException e) {
            throw new RdmaException(
                    "no process serves a fabric at port " + port + "; start one with: verbena fabric serve --port "
                            + port,
                    e);
        } catch (IOException e) {
            throw new RdmaException("the process that serves the fabric at port " + port + " did not answer", e);
        }
    }

    @Override
    public String fabric() {
        return name;
    }

    @Override
    public MadOptions madOptions() {
        return MadOptions.DEFAULTS;
    }

    @Override
    public Optional<EmbeddedFabric> embedded() {
        return Optional.of(fabric);
    }

    @Override
    public Rdma rdma() {
        throw unused();
    }

    @Override
    public EndPort endPort() {
        throw unused();
    }

    @Override
    public MadTransactor mad() {
        throw unused();
    }

    private static RdmaException unused() {
        return new RdmaException("a served fabric runs only commands that show or change it");
    }

    @Override
    public SessionState state() {
        return state;
    }

    @Override
    public void close() {
        service.close();
        try {
            commands.close();
            // Until the thread has returned from the system call, it may still accept a connection.
            thread.join(END_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            throw new RdmaException("cannot close the port for commands", e);
        } finally {
            if (pcap != null) {
                pcap.close();
            }
        }
    }
}
