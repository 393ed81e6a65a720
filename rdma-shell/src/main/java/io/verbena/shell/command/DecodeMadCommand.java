package io.verbena.shell.command;

import io.verbena.error.FileErrors;
import io.verbena.error.RdmaException;
import io.verbena.iba.Structure;
import io.verbena.iba.StructureDump;
import io.verbena.mad.decode.DecodedMad;
import io.verbena.mad.decode.DecodedMad.Part;
import io.verbena.mad.decode.HexText;
import io.verbena.mad.decode.MadDecoder;
import io.verbena.mad.decode.UmadHeader;
import io.verbena.shell.cli.HelpText.Examples;
import io.verbena.shell.cli.HelpText.Exits;
import io.verbena.shell.cli.PrintingCommand;
import io.verbena.shell.cli.Result;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Examples("decode-mad -f packet.txt # Decode a file of hexadecimal digits.")
@Exits(failed = "the file cannot be read")
@Command(
        name = "decode-mad",
        aliases = "decode_mad",
        description = "Decodes all fields of a management datagram. Needs no fabric.",
        footer = {
            "",
            "The bytes are hexadecimal digits; blanks, 0x, offsets and the text column of a dump are ignored. Preceding"
                    + " headers (umad, LRH, GRH, BTH) are detected. Without HEX, the bytes are read from standard input."
        })
final class DecodeMadCommand extends PrintingCommand {
    @Option(
            names = {"-f", "--file"},
            paramLabel = "FILE",
            description = "Read the bytes from this file; - means standard input.")
    @Nullable String file;

    @Option(
            names = {"-o", "--offset"},
            paramLabel = "N",
            description = "Skip the first N bytes.")
    @Nullable Integer offset;

    @Option(names = "--umad", description = "Skip the 64-byte header that the kernel puts before a datagram.")
    boolean umad;

    @Parameters(arity = "0..*", paramLabel = "HEX", description = "The bytes in hexadecimal, or @FILE.")
    List<String> words = List.of();

    @Override
    public Integer call() {
        if (umad && offset != null) {
            throw new IllegalArgumentException("--umad and --offset are mutually exclusive; --umad means --offset 64");
        }
        byte[] bytes = HexText.parse(text());
        DecodedMad decoded = offset != null
                ? MadDecoder.decodeAt(bytes, offset)
                : umad ? MadDecoder.decodeUmad(bytes) : MadDecoder.decode(bytes);
        return print(Result.of(() -> text(decoded), () -> json(decoded)));
    }

    private String text() {
        String source = file;
        if (source == null && words.size() == 1 && words.get(0).startsWith("@")) {
            source = words.get(0).substring(1);
        } else if (!words.isEmpty()) {
            if (source != null) {
                throw new IllegalArgumentException(
                        "unexpected argument: '" + words.get(0) + "'; the bytes are read from " + source);
            }
            return String.join(" ", words);
        }
        return source == null || source.equals("-") ? standardInput() : read(source);
    }

    private String standardInput() {
        InputStream input = input();
        if (input == null) {
            throw new IllegalArgumentException("no bytes given; write them as arguments, or name a file with -f");
        }
        return FileErrors.access("read standard input", () -> text(input));
    }

    private static String read(String name) {
        try (InputStream input = Files.newInputStream(Path.of(name))) {
            return text(input);
        } catch (InvalidPathException e) {
            throw new RdmaException("cannot read " + name + ": not a valid file name", e);
        } catch (IOException e) {
            throw new RdmaException("cannot read " + name + ": " + FileErrors.reason(e), e);
        }
    }

    /** Returns the text of a stream, but no more than is needed to detect that it is too long. */
    private static String text(InputStream input) throws IOException {
        return new String(input.readNBytes(HexText.MAX_LENGTH + 1), StandardCharsets.ISO_8859_1);
    }

    private static List<String> text(DecodedMad decoded) {
        List<String> lines = new ArrayList<>();
        if (decoded.umad() != null) {
            lines.add("# UmadHeader, byte 0");
            lines.add(umad(decoded.umad()));
        }
        decoded.headers().forEach(part -> part(part, lines));
        lines.add("# " + decoded.method() + "(" + decoded.attribute() + "), " + decoded.managementClass() + ": "
                + decoded.status());
        part(decoded.mad(), lines);
        decoded.payload().forEach(part -> part(part, lines));
        decoded.notes().forEach(note -> lines.add("# Note: " + note));
        return lines;
    }

    private static Object json(DecodedMad decoded) {
        Map<String, Object> json = new LinkedHashMap<>();
        if (decoded.umad() != null) {
            json.put("umad", decoded.umad());
        }
        json.put("headers", decoded.headers().stream().map(PartJson::of).toList());
        json.put("managementClass", decoded.managementClass());
        json.put("method", decoded.method());
        json.put("attribute", decoded.attribute());
        json.put("status", decoded.status());
        json.put("mad", PartJson.of(decoded.mad()));
        json.put("payload", decoded.payload().stream().map(PartJson::of).toList());
        json.put("notes", decoded.notes());
        return json;
    }

    private static void part(Part part, List<String> lines) {
        Structure structure = part.structure();
        lines.add("# " + structure.layout().name() + ", byte " + part.offset());
        lines.addAll(StructureDump.of(structure));
    }

    record PartJson(String name, int offset, Structure fields) {
        static PartJson of(Part part) {
            return new PartJson(part.structure().layout().name(), part.offset(), part.structure());
        }
    }

    /** Returns the fields of a header without its name. */
    private static String umad(UmadHeader header) {
        return "      " + header.toString().replaceFirst("^UmadHeader\\[(.*)]$", "$1");
    }
}
