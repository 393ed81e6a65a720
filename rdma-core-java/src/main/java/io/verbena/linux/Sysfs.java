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
import java.nio.file.DirectoryStream;
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
import java.util.stream.IntStream;

/**
 * Reads the files of the kernel about RDMA devices for what libibumad does not provide: devices without management datagrams, and
 * complete GID tables. See the kernel's Documentation/ABI/stable/sysfs-class-infiniband.
 */
final class Sysfs {
    /** The directory of the RDMA devices. */
    static final Path DEVICES = Path.of("/sys/class/infiniband");

    private static final String UNUSED = "0000:0000:0000:0000:0000:0000:0000:0000";
    private static final int RNIC = 4;

    /** The lifetime of the counters in the cache of the kernel, a file among the counters. */
    private static final Set<String> SETTINGS = Set.of("lifespan");

    private final Path devices;

    /** Creates a reader of a directory, which may be missing. */
    Sysfs(Path devices) {
        this.devices = devices;
    }

    /** Returns the names of the devices that are not InfiniBand nodes. */
    List<String> unmanagedDevices() {
        List<String> unmanaged = new ArrayList<>();
        for (String name : entries(devices)) {
            if (NodeType.of(nodeType(name)) == NodeType.UNKNOWN) {
                unmanaged.add(name);
            }
        }
        return unmanaged;
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

    /** Returns the NodeDescription of a device. */
    String description(String device) {
        Path file = description(devices.resolve(device));
        return FileErrors.access(
                "read " + file, () -> new String(Files.readAllBytes(file), StandardCharsets.UTF_8).strip());
    }

    /** Returns the ID of the board of a device; an empty string if it has none. */
    String boardId(String device) {
        return readOptional(devices.resolve(device).resolve("board_id"));
    }

    /** Sets the NodeDescription of a device. */
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

    /** Returns the rate of a port with its width and speed, {@code 100 Gb/sec (4X EDR)}; empty if there is no such file. */
    String rate(String device, int number) {
        return readOptional(devices.resolve(device).resolve("ports/" + number + "/rate"));
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
                read(port.resolve("rate")),
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

    /** Returns the used entries of a GID table; empty if there is no table. */
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

    /** Returns the type of an entry. The kernel uses one name for InfiniBand, iWARP and RoCE v1. */
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
     * Returns the counters of a port: those of InfiniBand and those of the device. Files without a number, for example without a
     * performance management agent, and unreadable files are skipped.
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

    /** Returns the indexes of a table with a file for each entry. */
    private static IntStream table(Path directory) {
        return entries(directory).stream().mapToInt(Integer::parseInt).sorted();
    }

    private static List<String> entries(Path directory) {
        List<String> names = new ArrayList<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
            files.forEach(file -> names.add(file.getFileName().toString()));
        } catch (NoSuchFileException e) {
            return List.of();
        } catch (IOException e) {
            throw unreadable(directory, e);
        }
        Collections.sort(names);
        return names;
    }

    private static Guid guid(Path file) {
        return value(file, Guid::parse);
    }

    /** Returns the number at the start of a text such as {@code 4: ACTIVE}, {@code 0x00010000} or {@code 10 Gb/sec (4X SDR)}. */
    private static long number(Path file) {
        return value(file, text -> {
            int radix = text.startsWith("0x") ? 16 : 10;
            int start = radix == 16 ? 2 : 0;
            int end = start;
            while (end < text.length() && Character.digit(text.charAt(end), radix) >= 0) {
                end++;
            }
            if (end == start) {
                throw new IllegalArgumentException("no number is there");
            }
            return Long.parseLong(text, start, end, radix);
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
