package io.verbena.shell.view;

import io.verbena.iba.Gid;
import io.verbena.iba.GuidInfoRecord;
import io.verbena.iba.LinearForwardingTableRecord;
import io.verbena.iba.MulticastForwardingTableRecord;
import io.verbena.iba.PKeyTableRecord;
import io.verbena.iba.SlToVlMappingTableRecord;
import io.verbena.iba.VlArbitrationTableRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Renders records that contain a table in the layout of saquery. */
final class SaTablesView {
    private static final String INDENT = "\t\t";
    private static final int FIRST_MLID = 0xc000;
    private static final int ROW = 16;
    private static final int P_KEYS_PER_ROW = 8;
    private static final int GUIDS = 8;
    private static final int PORTS = 64;
    private static final int ENTRIES = 32;

    private static final int TABLE_COLUMN = 27;

    private SaTablesView() {}

    static List<String> of(LinearForwardingTableRecord record) {
        Lines lines = Lines.table("LFT Record dump:")
                .add("LID", record.lid())
                .add("Block", record.blockNum())
                .title(INDENT + "LFT:")
                .title(INDENT + "LID\tPort Number");
        for (int at = 0; at < PORTS; at++) {
            int lid = record.blockNum() * PORTS + at;
            lines.title(INDENT + lid + "\t" + record.linearForwardingTable().port(at));
        }
        return lines.title("").lines();
    }

    static List<String> of(MulticastForwardingTableRecord record) {
        Lines lines = Lines.table("MFT Record dump:")
                .add("LID", record.lid())
                .add("Position", record.position())
                .add("Block", record.blockNum())
                .title(INDENT + "MFT:")
                .title(INDENT + "MLID\tPort Mask");
        for (int at = 0; at < ENTRIES; at++) {
            int mlid = FIRST_MLID + record.blockNum() * ENTRIES + at;
            int mask = record.multicastForwardingTable().portMask(at);
            lines.title(INDENT + "0x%04x\t0x%04x".formatted(mlid, mask));
        }
        return lines.title("").lines();
    }

    static List<String> of(SlToVlMappingTableRecord record) {
        return Lines.table("SL2VLTableRecord dump:")
                .add("LID", record.lid())
                .add("InPort", record.inputPortNum())
                .add("OutPort", record.outputPortNum())
                .title(INDENT + "SL:" + row(sl -> sl))
                .title(INDENT + "VL:" + row(record.slToVlMappingTable()::vl))
                .lines();
    }

    static List<String> of(VlArbitrationTableRecord record) {
        var table = record.vlArbitrationTable();
        Lines lines = Lines.table("VLArbTableRecord dump:")
                .add("LID", record.lid())
                .add("Port", record.outputPortNum())
                .add("Block", record.blockNum());
        for (int first = 0; first < ENTRIES; first += ROW) {
            int from = first;
            lines.title(INDENT + "VL    :" + row(at -> table.entry(from + at).vl()))
                    .title(INDENT + "Weight:" + row(at -> table.entry(from + at).weight()));
        }
        return lines.lines();
    }

    static List<String> of(PKeyTableRecord record) {
        Lines lines = Lines.table("PKeyTableRecord dump:")
                .add("LID", record.lid())
                .add("Port", record.portNum())
                .add("Block", record.blockNum())
                .title(INDENT + "PKey Table:");
        for (int first = 0; first < ENTRIES; first += P_KEYS_PER_ROW) {
            lines.title(INDENT
                    + IntStream.range(first, first + P_KEYS_PER_ROW)
                            .mapToObj(
                                    at -> "0x%04x".formatted(record.pKeyTable().pKey(at)))
                            .collect(Collectors.joining(" ")));
        }
        return lines.title("").lines();
    }

    static List<String> of(GuidInfoRecord record) {
        Lines lines =
                Lines.table("GUIDInfo Record dump:").add("LID", record.lid()).add("Block", record.blockNum());
        for (int at = 0; at < GUIDS; at++) {
            lines.add("GUID " + at, record.guidInfo().guid(at).toHex());
        }
        return lines.lines();
    }

    private static String row(IntUnaryOperator cell) {
        return IntStream.range(0, ROW)
                .mapToObj(at -> "%2d|".formatted(cell.applyAsInt(at)))
                .collect(Collectors.joining());
    }

    /** The lines of one record: labels that are padded with dots up to a column. */
    static final class Lines {
        private final List<String> lines = new ArrayList<>();
        private final int column;

        Lines(String title, int column) {
            this.column = column;
            if (!title.isEmpty()) {
                lines.add(title);
            }
        }

        static Lines table(String title) {
            return new Lines(title, TABLE_COLUMN);
        }

        Lines title(String line) {
            lines.add(line);
            return this;
        }

        Lines add(String label, Object value) {
            lines.add(INDENT + label + ".".repeat(Math.max(0, column - label.length())) + text(value));
            return this;
        }

        private static String text(Object value) {
            return value instanceof Gid gid && gid.equals(Gid.ZERO) ? "::" : value.toString();
        }

        Lines hex(String label, long value) {
            return add(label, "0x" + Long.toHexString(value));
        }

        Lines capitals(String label, long value) {
            return add(label, "0x%X".formatted(value));
        }

        Lines compared(String label, int selector, int value) {
            return capitals(label, selector << 6 | value);
        }

        List<String> lines() {
            return lines;
        }
    }
}
