package io.verbena.trace;

import io.verbena.error.Errno;
import io.verbena.iba.DirectedRouteSmp;
import io.verbena.iba.Field;
import io.verbena.iba.MadHeader;
import io.verbena.iba.RmppFlag;
import io.verbena.iba.RmppHeader;
import io.verbena.iba.Structure;
import io.verbena.mad.decode.DecodedMad;
import io.verbena.mad.decode.MadDecoder;
import java.io.PrintStream;
import java.lang.System.Logger;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Writes each packet decoded, as one line or to the last field:
 *
 * <pre>
 * 2026-03-01T12:00:00.000250Z mlx5_0/1 sent to directed route 0,1: SubnGet(NodeInfo), class 0x81, modifier 0x0, …
 * </pre>
 *
 * Safe for use by several threads, if what it writes to is.
 */
public final class PacketLog implements PacketListener {
    private static final int MAX_HOPS = 63;

    private final Consumer<String> out;
    private final BooleanSupplier wanted;
    private final boolean fields;

    private PacketLog(Consumer<String> out, BooleanSupplier wanted, boolean fields) {
        this.out = out;
        this.wanted = wanted;
        this.fields = fields;
    }

    /** Returns a log that passes one line per packet to a consumer. */
    public static PacketLog to(Consumer<String> lines) {
        return new PacketLog(lines, () -> true, false);
    }

    /** Returns a log that prints one line per packet. */
    public static PacketLog to(PrintStream stream) {
        return to(stream::println);
    }

    /** Returns a log that writes one message per packet. Packets are decoded only if the level is enabled. */
    public static PacketLog to(Logger logger, Logger.Level level) {
        return new PacketLog(line -> logger.log(level, line), () -> logger.isLoggable(level), false);
    }

    /** Returns a log that also writes all fields of each packet. Keys are hidden. */
    public PacketLog withFields() {
        return new PacketLog(out, wanted, true);
    }

    @Override
    public void packet(Packet packet) {
        if (wanted.getAsBoolean()) {
            out.accept(text(packet));
        }
    }

    private String text(Packet packet) {
        String start = packet.time() + " " + packet.endPort() + " ";
        int length = packet.mad().remaining();
        if (length < MadHeader.LENGTH) {
            return start + direction(packet) + "LID " + packet.remote().lid() + ": " + length
                    + " bytes, too few for a datagram";
        }
        byte[] bytes = new byte[length];
        packet.mad().get(bytes);
        DecodedMad decoded = MadDecoder.decodeAt(bytes, 0);
        String line = start + direction(packet) + address(packet, decoded) + ": " + content(packet, decoded, length);
        return fields ? line + allFields(decoded) : line;
    }

    private static String direction(Packet packet) {
        return switch (packet.direction()) {
            case SENT -> "sent to ";
            case RECEIVED -> "received from ";
            case RETURNED -> "returned (" + Errno.text(packet.status()) + "), was to ";
        };
    }

    private static String address(Packet packet, DecodedMad decoded) {
        if (!(decoded.mad().structure() instanceof DirectedRouteSmp smp)) {
            return "LID " + packet.remote().lid();
        }
        byte[] path = smp.initialPath();
        return "directed route "
                + IntStream.rangeClosed(0, Math.min(MAX_HOPS, smp.hopCount()))
                        .mapToObj(hop -> String.valueOf(path[hop] & 0xff))
                        .collect(Collectors.joining(","));
    }

    private static String content(Packet packet, DecodedMad decoded, int length) {
        byte[] bytes = packet.toDatagram();
        MadHeader header = MadHeader.LAYOUT.wrap(bytes, 0);
        String line = "%s(%s), class 0x%02x, modifier 0x%x, TID 0x%016x, status 0x%04x (%s)"
                .formatted(
                        decoded.method(),
                        decoded.attribute(),
                        header.managementClassBits(),
                        header.attributeModifier(),
                        header.transactionId(),
                        header.status(),
                        decoded.status());
        if (RmppSegments.hasRmpp(header.managementClassBits())) {
            line += segment(RmppHeader.LAYOUT.wrap(bytes, 0));
        }
        return length > Packet.DATAGRAM ? line + ", " + length + " bytes" : line;
    }

    private static String segment(RmppHeader header) {
        return header.rmppFlags().contains(RmppFlag.ACTIVE)
                ? ", RMPP " + header.rmppType().text() + " segment " + header.rmppData1()
                : "";
    }

    private static String allFields(DecodedMad decoded) {
        StringBuilder text = new StringBuilder();
        decoded.headers().forEach(part -> append(text, part.structure()));
        append(text, decoded.mad().structure());
        decoded.payload().forEach(part -> append(text, part.structure()));
        decoded.notes().forEach(note -> text.append("\n  note: ").append(note));
        return text.toString();
    }

    private static void append(StringBuilder text, Structure structure) {
        text.append("\n  ").append(structure.layout().name());
        for (Field field : structure.layout().fields()) {
            if (field.kind() != Field.Kind.BYTES) {
                String value = field.hides(structure) ? "hidden" : field.text(structure);
                text.append("\n    ").append(field.name()).append('=').append(value);
            }
        }
    }
}
