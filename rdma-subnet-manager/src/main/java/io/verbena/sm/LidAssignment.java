package io.verbena.sm;

import io.verbena.error.RdmaException;
import io.verbena.iba.Guid;
import io.verbena.iba.Lid;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The assignment of LIDs. A port keeps its LID while it is absent. A LID that another subnet manager has assigned is
 * kept if its low-order bits are free and no other port has it.
 */
final class LidAssignment {
    private static final int END = Lid.FIRST_MULTICAST.bits();

    private final int lmc;
    private final Map<Guid, Integer> given = new HashMap<>();
    private final Map<Integer, Guid> owners = new HashMap<>();
    // The last LID of each range, by its first.
    private final Map<Integer, Integer> last = new HashMap<>();

    private final @Nullable Path file;
    private Map<Guid, Integer> saved = Map.of();

    LidAssignment(int lmc, @Nullable Path file, boolean writes) {
        this.lmc = lmc;
        this.file = writes ? file : null;
        if (file != null && Files.exists(file)) {
            read(file);
            saved = Map.copyOf(given);
        }
    }

    private void read(Path from) {
        try {
            for (String line : Files.readAllLines(from)) {
                String[] words = line.strip().split("\\s+", -1);
                if (words.length == 3 && !line.startsWith("#")) {
                    Guid guid = Guid.parse(words[0]);
                    int lid = Integer.decode(words[1]);
                    given.put(guid, lid);
                    owners.put(lid, guid);
                    last.put(lid, Integer.decode(words[2]));
                } else if (!line.isBlank() && !line.startsWith("#")) {
                    throw new RdmaException("cannot read " + from + ": '" + line
                            + "' is not a line of a GUID, its lowest and its highest LID");
                }
            }
        } catch (IOException | IllegalArgumentException e) {
            throw new RdmaException("cannot read the LIDs in " + from + ": " + e.getMessage(), e);
        }
    }

    /** Writes the file if LIDs have changed. The previous file remains in place until the new one is complete. */
    private void save(Consumer<String> failures) {
        if (file == null || saved.equals(given)) {
            return;
        }
        List<String> lines = new ArrayList<>();
        given.entrySet().stream().sorted(Map.Entry.comparingByValue()).forEach(each -> {
            int lid = each.getValue();
            lines.add(String.format("0x%016x 0x%04x 0x%04x", each.getKey().bits(), lid, last.getOrDefault(lid, lid)));
            lines.add("");
        });
        try {
            Path fresh = Path.of(file + ".new");
            Files.write(fresh, lines);
            Files.move(fresh, file, StandardCopyOption.REPLACE_EXISTING);
            saved = Map.copyOf(given);
        } catch (IOException e) {
            failures.accept("cannot write the LIDs to " + file + ": " + e.getMessage());
        }
    }

    int lmc(ManagedPort port) {
        return port.node().isSwitch() ? 0 : lmc;
    }

    Map<ManagedPort, Integer> assign(List<ManagedPort> ports, Consumer<String> failures) {
        Map<ManagedPort, Integer> lids = new LinkedHashMap<>();
        BitSet taken = new BitSet(END);
        for (ManagedPort port : ports) {
            Integer lid = given.get(port.guid());
            if (lid != null && fits(port, lid, taken)) {
                take(lids, taken, port, lid);
            }
        }
        for (ManagedPort port : ports) {
            int lid = port.info().lid().bits();
            if (!lids.containsKey(port) && fits(port, lid, taken)) {
                take(lids, taken, port, lid);
            }
        }
        BitSet kept = kept(taken);
        for (ManagedPort port : ports) {
            if (!lids.containsKey(port)) {
                int free = free(port, kept);
                // If there is no other LID, the port gets that of an absent port.
                int lid = free == END ? free(port, taken) : free;
                if (lid == END) {
                    failures.accept(port + " gets no LID: all LIDs are in use");
                    continue;
                }
                take(lids, taken, port, lid);
                kept.set(lid, lid + (1 << lmc(port)));
            }
        }
        save(failures);
        return lids;
    }

    private BitSet kept(BitSet taken) {
        BitSet all = (BitSet) taken.clone();
        given.values().forEach(lid -> all.set(lid, Math.min(END, lid + (1 << lmc))));
        return all;
    }

    private boolean fits(ManagedPort port, int lid, BitSet taken) {
        int size = 1 << lmc(port);
        boolean free =
                lid > 0 && lid + size <= END && taken.get(lid, lid + size).isEmpty();
        return free && lid % size == 0;
    }

    private int free(ManagedPort port, BitSet taken) {
        int size = 1 << lmc(port);
        int lid = taken.nextClearBit(1);
        while (lid < END && !fits(port, lid, taken)) {
            lid = Math.max(taken.nextClearBit(lid + 1), (lid / size + 1) * size);
        }
        return Math.min(lid, END);
    }

    private void take(Map<ManagedPort, Integer> lids, BitSet taken, ManagedPort port, int lid) {
        lids.put(port, lid);
        taken.set(lid, lid + (1 << lmc(port)));
        Guid before = owners.put(lid, port.guid());
        if (before != null && !before.equals(port.guid())) {
            // The previous owner is absent, and will get another LID when it returns.
            given.remove(before);
        }
        given.put(port.guid(), lid);
        last.put(lid, lid + (1 << lmc(port)) - 1);
    }
}
