package io.verbena.jni;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A native library is missing or cannot be loaded. The message says what to do. */
public final class NativeLibraryException extends RuntimeException {
    /** Reason of the failure. */
    public enum Reason {
        /** This build of Verbena has no native library for this processor. */
        NOT_BUNDLED,
        /** A C library that it depends on is not installed. */
        C_LIBRARY_MISSING,
        /** The operating system is not Linux. */
        UNSUPPORTED_PLATFORM,
        /** The dynamic linker cannot load the library. */
        LOAD_FAILED
    }

    /** Packages by C library: the package of Debian and Ubuntu, and that of Fedora and RHEL. */
    private static final Map<String, String[]> PACKAGES = Map.of(
            "libibumad", new String[] {"libibumad3", "libibumad"},
            "libibverbs", new String[] {"libibverbs1", "libibverbs"},
            "librdmacm", new String[] {"librdmacm1", "librdmacm"},
            "libefa", new String[] {"ibverbs-providers", "libibverbs"});

    /** Debian packages with the headers that each native library is built with. */
    private static final Map<String, String> HEADERS = Map.of(
            "libverbena_umad.so", "libibumad-dev",
            "libverbena_verbs.so", "libibverbs-dev",
            "libverbena_cm.so", "librdmacm-dev",
            "libverbena_efa.so", "libibverbs-dev");

    /** Messages of glibc and musl about a missing dependency. */
    private static final Pattern MISSING =
            Pattern.compile("(\\S+): cannot open shared object file|Error loading shared library ([^\\s:]+): No such");

    private final Reason reason;

    private NativeLibraryException(Reason reason, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.reason = reason;
    }

    /** Returns the reason of the failure. */
    public Reason reason() {
        return reason;
    }

    static NativeLibraryException unsupported(String system) {
        return new NativeLibraryException(
                Reason.UNSUPPORTED_PLATFORM,
                "native devices need Linux, this is " + system + "; the embedded fabric works here",
                null);
    }

    static NativeLibraryException notBundled(String file, String architecture) {
        return new NativeLibraryException(
                Reason.NOT_BUNDLED,
                file + " is not in this build of Verbena for " + architecture
                        + ": install gcc, make and " + HEADERS.getOrDefault(file, "a JDK")
                        + " (Debian, Ubuntu) or rdma-core-devel (Fedora, RHEL), and"
                        + " build rdma-native again",
                null);
    }

    /** Returns the exception for a message of the dynamic linker. */
    static NativeLibraryException refused(String file, @Nullable String linkerMessage, Throwable cause) {
        String message = String.valueOf(linkerMessage);
        Matcher missing = MISSING.matcher(message);
        if (!missing.find()) {
            return failed("cannot load " + file + ": " + message, cause);
        }
        String library = missing.group(1) != null ? missing.group(1) : missing.group(2);
        String name = library.replaceAll("\\.so.*", "");
        String[] packages = PACKAGES.get(name);
        if (packages == null) {
            return failed("cannot load " + file + ": " + message, cause);
        }
        return new NativeLibraryException(
                Reason.C_LIBRARY_MISSING,
                name + " is not installed: apt install " + packages[0] + " (Debian, Ubuntu) or dnf install "
                        + packages[1] + " (Fedora, RHEL)",
                cause);
    }

    static NativeLibraryException failed(String message, Throwable cause) {
        return new NativeLibraryException(Reason.LOAD_FAILED, message, cause);
    }

    /** Returns whether a message of the dynamic linker says that the file system is mounted noexec. */
    static boolean isNoexec(@Nullable String linkerMessage) {
        return linkerMessage != null
                && (linkerMessage.contains("failed to map segment")
                        || linkerMessage.contains("Operation not permitted")
                        || linkerMessage.contains("Permission denied"));
    }
}
