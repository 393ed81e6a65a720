package io.verbena.samples.madlab;

import io.verbena.iba.Structure;
import io.verbena.iba.StructureDump;
import io.verbena.mad.decode.DecodedMad;
import io.verbena.mad.decode.MadDecoder;
import io.verbena.trace.Packet;
import io.verbena.trace.PacketListener;
import java.util.ArrayList;
import java.util.List;

/** Decodes the datagrams of the end port while it listens. Instances are thread-safe. */
final class Datagrams implements PacketListener {
    private final List<String> lines = new ArrayList<>();
    private boolean listening;

    synchronized void listen() {
        lines.clear();
        listening = true;
    }

    /** Returns the datagrams since it started to listen, with one line per 32-bit word that contains a field. */
    synchronized List<String> taken() {
        listening = false;
        return List.copyOf(lines);
    }

    @Override
    public synchronized void packet(Packet packet) {
        if (listening) {
            byte[] bytes = new byte[packet.mad().remaining()];
            packet.mad().get(bytes);
            DecodedMad decoded = MadDecoder.decodeAt(bytes, 0);
            String what = decoded.method() + "(" + decoded.attribute() + "), " + decoded.managementClass();
            lines.add(
                    switch (packet.direction()) {
                        case SENT -> "  request " + what;
                        case RECEIVED -> "  reply " + what + ": " + decoded.status();
                        case RETURNED -> "  without reply " + what;
                    });
            add(decoded.mad().structure());
            decoded.payload().forEach(part -> add(part.structure()));
            decoded.notes().forEach(note -> lines.add("      " + note));
        }
    }

    private void add(Structure structure) {
        lines.add("    " + structure.layout().name());
        StructureDump.of(structure).stream()
                .filter(line -> line.contains("="))
                .map(line -> "    " + line)
                .forEach(lines::add);
    }
}
