package io.verbena.linux;

import io.verbena.Rdma;
import io.verbena.error.Errno;
import io.verbena.error.SysException;
import io.verbena.error.UnsupportedException;
import io.verbena.evidence.EvidenceRecorder;
import io.verbena.verbs.Context;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** A program that makes the same calls of the hollow device as a C program of {@code testbed/hollow}. */
abstract class HollowProgram {
    private static final Path CALLS = file("HOLLOW_CALLS");
    private static final Path REFUSE = file("HOLLOW_REFUSE");
    private static final int ENOSPC = 28;

    /** Whether each call fails once, with ENOSPC. */
    final boolean refusing;

    HollowProgram(boolean refusing) {
        this.refusing = refusing;
    }

    private static Path file(String variable) {
        return Path.of(Objects.requireNonNull(System.getenv(variable), variable));
    }

    /** Writes a line between those of the device. */
    static void say(String line) {
        try {
            Files.writeString(CALLS, line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Sets the function that the device refuses, and the errno; empty for none. */
    static void refuse(String line) {
        try {
            Files.writeString(REFUSE, line);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Performs a call that returns an object, after it has failed once if it is to. */
    final <T> T object(String name, Supplier<T> call) {
        if (refusing) {
            say("%s fails with %d".formatted(name, failure(name, call).errno()));
        }
        return call.get();
    }

    /** Performs a call, after it has failed once if it is to. */
    final void result(String name, Runnable call) {
        object(name, () -> {
            call.run();
            return name;
        });
    }

    /** Returns the failure of a call that the device refuses. */
    static SysException failure(String name, Supplier<?> call) {
        refuse(name + " " + ENOSPC + "\n");
        try {
            throw new IllegalStateException(name + " returned " + call.get() + " although the device refused it");
        } catch (SysException e) {
            if (e.errno() == Errno.ENOSYS) {
                throw e; // The library does not have the function.
            }
            boolean isOfDriver = name.startsWith("efadv") || name.startsWith("mlx5dv");
            if (isOfDriver
                    && !String.valueOf(e.getMessage()).contains("on the hollow device of its tests, never on an")) {
                throw new IllegalStateException("the failure does not say that no device has run the call", e);
            }
            return e;
        } finally {
            refuse("");
        }
    }

    /** Performs what the library may be too old for, and says so if it is. */
    static void later(String function, Runnable calls) {
        try {
            calls.run();
        } catch (UnsupportedException e) {
            if (e.errno() != Errno.ENOSYS || !String.valueOf(e.getMessage()).contains("rdma-core")) {
                throw e;
            }
            say(function + " is missing");
        }
    }

    /** Requires that without the library of a driver, the device is none of this driver, and that all else works. */
    static void requireAbsent(
            Context context, String library, Predicate<Context> isOfDriver, Function<Context, ?> opening) {
        try {
            throw new IllegalStateException("opened " + opening.apply(context) + " without its library");
        } catch (UnsupportedException e) {
            if (isOfDriver.test(context) || !String.valueOf(e.getMessage()).contains(library)) {
                throw new IllegalStateException("the failure does not name the library", e);
            }
            context.protectionDomain().close();
            System.out.println("absent: " + e.getMessage());
        }
    }

    /**
     * Runs the calls of a program on the device, which all fail once with the argument {@code refused}. With {@code absent}, it
     * requires that the library of Verbena for the driver is missing.
     */
    static void run(
            String[] arguments,
            String library,
            Predicate<Context> isOfDriver,
            Function<Context, ?> opening,
            BiConsumer<Context, Boolean> calls) {
        List<String> wanted = List.of(arguments);
        EvidenceRecorder.start();
        try (Rdma rdma = Rdma.open();
                Context context = rdma.verbs("hollow0")) {
            if (wanted.contains("absent")) {
                requireAbsent(context, library, isOfDriver, opening);
            } else {
                calls.accept(context, wanted.contains("refused"));
            }
        }
    }
}
