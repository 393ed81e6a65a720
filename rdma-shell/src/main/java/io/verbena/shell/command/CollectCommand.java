package io.verbena.shell.command;

import io.verbena.error.FileErrors;
import io.verbena.error.RdmaException;
import io.verbena.shell.cli.CommonOptions.Format;
import io.verbena.shell.cli.CompoundCommand;
import io.verbena.shell.cli.FabricHost;
import io.verbena.shell.cli.HelpText.Examples;
import io.verbena.shell.cli.HelpText.Exits;
import io.verbena.shell.cli.PrintingCommand.Version;
import io.verbena.shell.cli.Result;
import io.verbena.shell.cli.StartOptions;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Examples({
    "collect # Write a bundle with the current time in its name.",
    "collect ticket-4711.zip # Write a bundle to this file."
})
@Exits(
        partial = "a command of the bundle failed; the bundle lists it",
        failed = "no fabric was found, or the bundle cannot be written")
@Command(
        name = "collect",
        description =
                "Collects everything for a support ticket in one file: devices, topology, links, errors, the subnet"
                        + " manager, versions, and failures. The bundle never contains keys.",
        footer = {"", "The subnet is read once. Each part is stored as text and as JSON; failures.txt lists failures."})
final class CollectCommand extends CompoundCommand {
    /** The commands whose output is collected. The first one that reads the subnet reads it for all. */
    private static final List<String> PARTS = List.of(
            "ibstat",
            "ibstatus",
            "sminfo",
            "ibnetdiscover",
            "ibnetdiscover -p",
            "iblinkinfo",
            "ibqueryerrors",
            "saquery",
            "ibidsverify");

    private static final DateTimeFormatter STAMP = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss");

    @Parameters(
            arity = "0..1",
            paramLabel = "FILE",
            description = "New ZIP file for the bundle (default: verbena-TIME.zip).")
    @Nullable Path file;

    /** A bundle that was written. */
    record Collected(String file, List<String> entries, List<String> failed) {}

    @Override
    protected Integer run(FabricHost host, StartOptions start) {
        if (options().showsKeys()) {
            throw new IllegalArgumentException("-K: a bundle is meant for others and never contains keys; remove -K");
        }
        Path bundle = file != null
                ? file
                : Path.of("verbena-" + ZonedDateTime.now(ZoneOffset.UTC).format(STAMP) + ".zip");
        boolean cached = host.state().usesCached();
        List<String> entries = new ArrayList<>();
        List<RdmaException> failures = new ArrayList<>();
        try (OutputStream out = Files.newOutputStream(bundle, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
                ZipOutputStream zip = new ZipOutputStream(out, StandardCharsets.UTF_8)) {
            host.state().useCached(false);
            for (String part : PARTS) {
                collect(part, host, start, zip, entries, failures);
            }
            add(zip, "versions.txt", versions(host), entries);
            add(zip, "failures.txt", lines(failures.stream().map(RdmaException::getMessage)), entries);
        } catch (IOException e) {
            throw new RdmaException("cannot write " + bundle + ": " + FileErrors.reason(e), e);
        } finally {
            host.state().useCached(cached);
        }
        List<String> failed = failures.stream().map(RdmaException::getMessage).toList();
        Collected collected = new Collected(bundle.toString(), List.copyOf(entries), failed);
        return print(Result.of(collected, found -> List.of(found.entries().size() + " files in " + found.file()))
                .without(failures));
    }

    /**
     * Adds the output of a command as text and then as JSON, for which the subnet that was read for the text is used.
     */
    private void collect(
            String part,
            FabricHost host,
            StartOptions start,
            ZipOutputStream zip,
            List<String> entries,
            List<RdmaException> failures)
            throws IOException {
        String name = part.replace(" ", "");
        String[] words = part.split(" ", -1);
        for (Format format : List.of(Format.text, Format.json)) {
            StringWriter out = new StringWriter();
            StringWriter err = new StringWriter();
            int code = VerbenaCommand.commandLineWithin(start.with(format).withoutKeys(), host, words)
                    .setOut(new PrintWriter(out))
                    .setErr(new PrintWriter(err))
                    .execute(words);
            add(zip, name + (format == Format.text ? ".txt" : ".json"), out.toString(), entries);
            if (format == Format.text && code > 1) {
                String errors = err.toString().lines().collect(Collectors.joining("; "));
                failures.add(new RdmaException(part + " ended with " + code + ": " + errors));
            }
            host.state().useCached(host.state().known().isPresent());
        }
    }

    private static void add(ZipOutputStream zip, String name, String text, List<String> entries) throws IOException {
        zip.putNextEntry(new ZipEntry(name));
        zip.write(text.getBytes(StandardCharsets.UTF_8));
        zip.closeEntry();
        entries.add(name);
    }

    private static String versions(FabricHost host) {
        return lines(Stream.of(
                new Version().getVersion()[0],
                "fabric " + host.fabric(),
                "java " + System.getProperty("java.version") + ", " + System.getProperty("java.vm.name"),
                System.getProperty("os.name") + " " + System.getProperty("os.version") + " "
                        + System.getProperty("os.arch")));
    }

    private static String lines(Stream<String> lines) {
        return lines.map(line -> line + "\n").collect(Collectors.joining());
    }
}
