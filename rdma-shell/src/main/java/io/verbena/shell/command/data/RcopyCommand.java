package io.verbena.shell.command.data;

import io.verbena.shell.cli.CommonOptions.Format;
import io.verbena.shell.cli.HelpText.Examples;
import io.verbena.shell.cli.Result;
import io.verbena.shell.cli.Session;
import io.verbena.traffic.stream.FileCopy;
import io.verbena.traffic.stream.FileCopy.CopiedFile;
import java.io.PrintWriter;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Examples({
    "rcopy # Receive files until Ctrl-C.",
    "rcopy data.bin 192.0.2.1:/tmp/data.bin # Copy a file to the server at this address."
})
@Command(
        name = "rcopy",
        description = "Copies a file over a stream (rsocket); the peer may be the C program.",
        footer = {"", "Without arguments, runs the server, which writes any file that its user may write."})
public final class RcopyCommand extends CmTestCommand {
    private static final double NANOS = 1e9;

    @Option(names = "-p", paramLabel = "PORT", description = "Port of the server (default: 7427).")
    int port = 7427;

    @Parameters(index = "0", arity = "0..1", paramLabel = "FILE", description = "File to copy.")
    @Nullable String source;

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "SERVER[:PATH]",
            description = "Server, and path of the copy (default: the path of the file).")
    @Nullable String destination;

    @Override
    protected Result run(Session session) {
        port("-p", port);
        FileCopy copy = new FileCopy(session.rdma().streams(), TIMEOUT, this::print);
        if (source == null) {
            copy.serve(new InetSocketAddress(port));
            return Result.of(List::of, Map::of);
        }
        if (destination == null) {
            throw new IllegalArgumentException("give the server to copy " + source + " to: rcopy FILE SERVER[:PATH]");
        }
        int colon = destination.indexOf(':');
        String server = colon < 0 ? destination : destination.substring(0, colon);
        String path = colon < 0 ? source : destination.substring(colon + 1);
        CopiedFile copied = copy.send(
                Path.of(source), new InetSocketAddress(AddressFormat.name.resolved("SERVER", server), port), path);
        return Result.of(() -> List.of(summary(copied)), () -> copied);
    }

    private static String summary(CopiedFile copied) {
        return String.format(
                Locale.ROOT,
                "%d bytes in %.2f seconds = %.2f Gb/sec",
                copied.bytes(),
                copied.elapsedNanos() / NANOS,
                8.0 * copied.bytes() / Math.max(1, copied.elapsedNanos()));
    }

    private void print(String text) {
        if (options().format() == Format.text) {
            PrintWriter out = out();
            out.print(text);
            out.flush();
        }
    }
}
