package io.verbena.jni;

import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.DELETE_ON_CLOSE;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.Closeable;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URL;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Loads the native library of a binding from the directory in the system property {@value #PATH}, or else from the class path.
 *
 * <p>A library in a jar is copied to a file first. The file is deleted as soon as it is created, before the first byte is written,
 * so that it never outlives the process; the dynamic linker opens it as {@code /proc/self/fd/N}.
 */
public final class NativeLibrary {
    /** System property: directory from which libraries are loaded. */
    public static final String PATH = "verbena.native.path";

    /** The loaded libraries, with the file that must stay open for each. */
    private static final Map<String, Closeable> LOADED = new ConcurrentHashMap<>();

    private NativeLibrary() {}

    /**
     * Loads a library unless it is loaded. After a failure the next call tries again.
     *
     * @param name name without prefix and suffix, such as {@code verbena_umad}
     * @throws NativeLibraryException if the library is missing or cannot be loaded
     */
    public static void load(String name) {
        LOADED.computeIfAbsent(name, NativeLibrary::find);
    }

    /**
     * Returns whether the class path has a library for this processor. Only {@link #load} shows whether it can be loaded.
     */
    public static boolean isBundled(String name) {
        return NativeLibrary.class.getResource(resource(System.mapLibraryName(name))) != null;
    }

    private static String resource(String file) {
        return "/META-INF/native/linux64/" + System.getProperty("os.arch") + "/" + file;
    }

    private static Closeable find(String name) {
        String system = System.getProperty("os.name");
        if (!system.equals("Linux")) {
            throw NativeLibraryException.unsupported(system);
        }
        String file = System.mapLibraryName(name);
        String directory = System.getProperty(PATH);
        if (directory != null) {
            return loadFile(Path.of(directory, file).toAbsolutePath());
        }
        URL resource = NativeLibrary.class.getResource(resource(file));
        if (resource == null) {
            throw NativeLibraryException.notBundled(file, System.getProperty("os.arch"));
        }
        return resource.getProtocol().equals("file")
                ? loadFile(Path.of(URI.create(resource.toString())))
                : loadCopy(file, resource);
    }

    private static Closeable loadFile(Path file) {
        try {
            System.load(file.toString());
            return () -> {};
        } catch (UnsatisfiedLinkError e) {
            throw NativeLibraryException.refused(file.toString(), e.getMessage(), e);
        }
    }

    /** Tries the temporary directory, then the cache of the user if the first is mounted noexec or is not writable. */
    private static Closeable loadCopy(String file, URL resource) {
        List<String> tried = new ArrayList<>();
        Throwable last = null;
        for (Path directory : List.of(
                Path.of(System.getProperty("java.io.tmpdir")),
                Path.of(System.getProperty("user.home"), ".cache", "verbena"))) {
            try {
                return loadNameless(resource, Files.createDirectories(directory));
            } catch (UnsatisfiedLinkError e) {
                if (!NativeLibraryException.isNoexec(e.getMessage())) {
                    throw NativeLibraryException.refused(file, e.getMessage(), e);
                }
                last = e;
                tried.add(directory + " (mounted noexec)");
            } catch (IOException e) {
                last = e;
                tried.add(directory + " (" + e + ")");
            }
        }
        throw NativeLibraryException.failed(
                "cannot load " + file + " from a copy in " + String.join(", nor in ", tried)
                        + "; extract it from the jar and name its directory with -D" + PATH,
                last == null ? new IllegalStateException() : last);
    }

    /**
     * Loads a file that has no name: the JDK deletes a file with DELETE_ON_CLOSE as soon as it is open. The channel stays open as
     * long as the library is loaded, because the dynamic linker distinguishes libraries by name, and a reused descriptor would have
     * the same name.
     */
    private static Closeable loadNameless(URL resource, Path directory) throws IOException {
        String name = "verbena-" + UUID.randomUUID();
        FileChannel channel = FileChannel.open(
                directory.resolve(name),
                Set.of(CREATE_NEW, WRITE, DELETE_ON_CLOSE),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        try (InputStream library = resource.openStream()) {
            ByteBuffer bytes = ByteBuffer.wrap(library.readAllBytes());
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            System.load(descriptor(name).toString());
            return channel;
        } catch (IOException | UnsatisfiedLinkError e) {
            channel.close();
            throw e;
        }
    }

    /** Returns the link in /proc to the open file of this name. Only file systems of Linux itself still show it after the deletion. */
    private static Path descriptor(String name) throws IOException {
        try (DirectoryStream<Path> descriptors = Files.newDirectoryStream(Path.of("/proc/self/fd"))) {
            for (Path descriptor : descriptors) {
                if (Files.isSymbolicLink(descriptor)
                        && Files.readSymbolicLink(descriptor).toString().contains(name)) {
                    return descriptor;
                }
            }
        }
        throw new FileNotFoundException("/proc/self/fd has no link to " + name);
    }
}
