package io.verbena.linux;

import io.verbena.device.NoSuchDeviceException;
import io.verbena.error.FileErrors;
import io.verbena.error.RdmaException;
import io.verbena.hca.GidType;
import io.verbena.hca.Transport;
import io.verbena.iba.Gid;
import io.verbena.iba.Guid;
import io.verbena.iba.Lid;
import io.verbena.iba.NodeType;
import io.verbena.iba.PortPhysicalState;
import io.verbena.iba.PortState;
import io.verbena.spi.DeviceAttributes;
import io.verbena.spi.GidEntry;
import io.verbena.spi.PortAttributes;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What the kernel tells of RDMA devices in files, and libibumad does not: devices that carry no management datagrams, and
 * whole GID tables. See the kernel's Documentation/ABI/stable/sysfs-class-infiniband.
 */
final class Sysfs {
    /** Where a kernel has its RDMA devices. */
    static final Path DEVICES = Path.of("/sys/class/infiniband");

    private static final String UNUSED = "0000:0000:0000:0000:0000:0000:0000:0000";
    private static final Pattern NUMBER = Pattern.compile("(?:0x([0-9a-fA-F]{1,15})|([0-9]{1,9})).*");
    private static final int RNIC = 4;

    /** How long the kernel keeps what it has read of a device; it stands among the counters. */
    private static final Set<String> SETTINGS = Set.of("lifespan");

    private final Path devices;

    /** Reads below a directory, where there may be nothing. */
    Sysfs(Path devices) {
        this.devices = devices;
    }

    /** The devices that are none of InfiniBand's kinds of node, by name. */
    List<String> unmanagedDevices() {
        return entries(devices).stream()
                .filter(name -> NodeType.of(nodeType(name)) == NodeType.UNKNOWN)
                .toList();
    }

    DeviceAttributes device(String name) {
        Path device = devices.resolve(name);
        return new DeviceAttributes(
                name,
                NodeType.UNKNOWN,
                nodeType(name) == RNIC ? Transport.IWARP : Transport.UNKNOWN,
                readOptional(device.resolve("hca_type")),
                readOptional(device.resolve("fw_ver")),
                readOptional(device.resolve("hw_rev")),
                guid(device.resolve("node_guid")),
                guid(device.resolve("sys_image_guid")),
                ports(name).mapToObj(number -> port(name, number)).toList());
    }

    /** What a device calls itself in the subnet. */
    String description(String device) {
        Path file = description(devices.resolve(device));
        try {
            return new String(Files.readAllBytes(file), StandardCharsets.UTF_8).strip();
        } catch (IOException e) {
            throw new RdmaException("cannot read " + file + ": " + FileErrors.reason(e), e);
        }
    }

    /** Has a device call itself otherwise. */
    void describe(String device, String text) {
        Path file = description(devices.resolve(device));
        try {
            Files.writeString(file, text, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING);
        } catch (AccessDeniedException e) {
            throw new RdmaException("cannot write " + file + ": no permission; run as root", e);
        } catch (IOException e) {
            throw new RdmaException("cannot write " + file + ": " + FileErrors.reason(e), e);
        }
    }

    private static Path description(Path device) {
        Path file = device.resolve("node_desc");
        if (!Files.exists(file)) {
            throw new NoSuchDeviceException("there is no " + file + ", which holds the description of a device");
        }
        return file;
    }

    private int nodeType(String device) {
        return (int) number(devices.resolve(device).resolve("node_type"));
    }

    private IntStream ports(String device) {
        return entries(devices.resolve(device).resolve("ports")).stream()
                .mapToInt(Integer::parseInt)
                .sorted();
    }

    private PortAttributes port(String device, int number) {
        Path port = portDirectory(device, number);
        Gid gid = value(port.resolve("gids/0"), Gid::parse);
        Path keys = port.resolve("pkeys");
        return new PortAttributes(
                number,
                PortState.of((int) number(port.resolve("state"))),
                PortPhysicalState.of((int) number(port.resolve("phys_state"))),
                (int) number(port.resolve("rate")),
                Lid.of((int) number(port.resolve("lid"))),
                (int) number(port.resolve("lid_mask_count")),
                Lid.of((int) number(port.resolve("sm_lid"))),
                (int) number(port.resolve("sm_sl")),
                number(port.resolve("cap_mask")),
                gid.prefix(),
                Guid.of(gid.interfaceId()),
                read(port.resolve("link_layer")),
                table(keys)
                        .mapToObj(index -> (int) number(keys.resolve(String.valueOf(index))))
                        .toList());
    }

    /** The entries in use; none where there is no such table. */
    List<GidEntry> gids(String device, int number) {
        Path port = portDirectory(device, number);
        List<GidEntry> used = new ArrayList<>();
        table(port.resolve("gids")).forEach(index -> {
            Path file = port.resolve("gids/" + index);
            if (!read(file).equals(UNUSED)) {
                used.add(new GidEntry(
                        index,
                        value(file, Gid::parse),
                        gidType(device, port, readOptional(port.resolve("gid_attrs/types/" + index))),
                        readOptional(port.resolve("gid_attrs/ndevs/" + index))));
            }
        });
        return List.copyOf(used);
    }

    /** The kernel has one word for the types of InfiniBand, of iWARP, and the first of RoCE. */
    private GidType gidType(String device, Path port, String text) {
        return switch (text) {
            case "IB/RoCE v1" ->
                nodeType(device) != RNIC && read(port.resolve("link_layer")).equals("Ethernet")
                        ? GidType.ROCE_V1
                        : GidType.INFINIBAND;
            case "RoCE v2" -> GidType.ROCE_V2;
            default -> GidType.UNKNOWN;
        };
    }

    /**
     * What the port has counted: the counters of InfiniBand, and those of its own that the device has. A file that holds no
     * number, as where there is no agent of performance management, or that cannot be read, is no counter.
     */
    Map<String, Long> counters(String device, int number) {
        Path port = portDirectory(device, number);
        Map<String, Long> counters = new TreeMap<>();
        for (String group : List.of("hw_counters", "counters")) {
            Path directory = port.resolve(group);
            entries(directory).stream()
                    .filter(name -> !SETTINGS.contains(name))
                    .forEach(name -> count(directory.resolve(name)).ifPresent(value -> counters.put(name, value)));
        }
        return Collections.unmodifiableMap(counters);
    }

    private static OptionalLong count(Path file) {
        try {
            return OptionalLong.of(Long.parseUnsignedLong(
                    Files.readString(file, StandardCharsets.ISO_8859_1).strip()));
        } catch (IOException | NumberFormatException e) {
            return OptionalLong.empty();
        }
    }

    private Path portDirectory(String device, int number) {
        return devices.resolve(device).resolve("ports").resolve(String.valueOf(number));
    }

    /** The indexes of a table, of which each entry is a file. */
    private static IntStream table(Path directory) {
        return entries(directory).stream().mapToInt(Integer::parseInt).sorted();
    }

    private static List<String> entries(Path directory) {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        } catch (NoSuchFileException e) {
            return List.of();
        } catch (IOException e) {
            throw unreadable(directory, e);
        }
    }

    private static Guid guid(Path file) {
        return value(file, Guid::parse);
    }

    /** The number that a text begins with: {@code 4: ACTIVE}, {@code 0x00010000}, {@code 10 Gb/sec (4X SDR)}. */
    private static long number(Path file) {
        return value(file, text -> {
            Matcher number = NUMBER.matcher(text);
            if (!number.matches()) {
                throw new IllegalArgumentException("no number is there");
            }
            return number.group(1) != null ? Long.parseLong(number.group(1), 16) : Long.parseLong(number.group(2));
        });
    }

    private static <T> T value(Path file, Function<String, T> parser) {
        String text = read(file);
        try {
            return parser.apply(text);
        } catch (IllegalArgumentException e) {
            throw new RdmaException(file + " says '" + text + "': " + e.getMessage(), e);
        }
    }

    private static String readOptional(Path file) {
        return Files.exists(file) ? read(file) : "";
    }

    private static String read(Path file) {
        try {
            return Files.readString(file, StandardCharsets.ISO_8859_1).strip();
        } catch (NoSuchFileException e) {
            throw new NoSuchDeviceException("there is no " + file + "; list the devices with ibstat or ibv_devices");
        } catch (IOException e) {
            throw unreadable(file, e);
        }
    }

    private static RdmaException unreadable(Path file, IOException e) {
        return new RdmaException("cannot read " + file + ": " + e.getMessage(), e);
    }
}
