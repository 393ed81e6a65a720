package io.verbena.diag.ibdm;

import io.verbena.error.FileErrors;
import io.verbena.error.RdmaException;
import io.verbena.subnet.Subnet;
import io.verbena.subnet.cache.SavedSubnet;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/**
 * Reads a subnet as it should be from a file of any format: a list of links ({@code .lst}), a topology file of ibutils
 * ({@code .topo}), text or cache of ibnetdiscover, or JSON. The content of the file determines its format.
 */
public final class ReferenceFile {
    private static final Pattern LINK = Pattern.compile("(?s)\\s*\\{\\s*\\S+\\s+Ports:.*");

    private ReferenceFile() {}

    /**
     * Reads a file.
     *
     * @param found the subnet as it is, in which the nodes of a topology file are found by their names and cables
     * @param library returns the types of systems of a topology file
     * @throws RdmaException if the file cannot be read or has errors
     */
    public static Subnet read(Path file, Subnet found, Supplier<SystemLibrary> library) {
        // A cache is binary, which is no obstacle to the search for a line.
        String text = new String(
                FileErrors.access("read the reference " + file, () -> Files.readAllBytes(file)),
                StandardCharsets.ISO_8859_1);
        if (LINK.matcher(text).matches()) {
            return LinkList.read(file);
        }
        if (text.lines().anyMatch(FabricDesign::isCable)) {
            FabricDesign design = FabricDesign.read(file, library.get());
            return TopologyMatch.byNames(design, found).reference(design);
        }
        return SavedSubnet.read(file);
    }
}
