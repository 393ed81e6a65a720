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
 * Finds and loads the C code of a binding: in the directory that the system property {@value #PATH} names, or else on the
 * class path, where the build put it for this processor.
 *
 * <p>From a jar it must be copied to a file first. That file is removed as soon as it is created, before the first byte is
 * written, so that nothing stays behind however the process ends; the dynamic linker gets it as {@code /proc/self/fd/N}.
 * A file that is kept under the name of its contents would do as well, but would have to be checked and cleared away.
 */
public final class NativeLibrary {
    /** System property: a directory to load the libraries from. */
    public static final String PATH = "verbena.native.path";

    /** What is loaded, with what must stay open for it. */
    private static final Map<String, Closeable> LOADED = new ConcurrentHashMap<>();

    private NativeLibrary() {}

    /**
     * Loads a library, unless it is loaded already. After a failure the next call tries again.
     *
     * @param name such as {@code verbena_umad}
     * @throws NativeLibraryException if it is not there or cannot be loaded
     */
    public static void load(String name) {
        LOADED.computeIfAbsent(name, NativeLibrary::find);
    }

    /**
     * Returns whether the build put a library on the class path for this processor. Whether it can be loaded here, only
     * {@link #load} can tell.
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

    /** Tries the temporary directory, and that of the user where the first does not allow code or cannot be written. */
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
     * The JDK removes a file that is to be deleted on close as soon as it is open. The channel stays open as long as the
     * library is used: the dynamic linker tells libraries apart by name, and the next one must not get the same number.
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

    /** The link in /proc to our open file of this name, which only Linux's own file systems still show once it is gone. */
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
