package io.verbena.error;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/** Describes why a file could not be read or written, since the messages of Java are often only the name of the file. */
public final class FileErrors {
    private FileErrors() {}

    /** Reads or writes a file. */
    @FunctionalInterface
    public interface FileAccess<T> {
        /** Reads or writes the file, and returns the result. */
        T run() throws IOException;
    }

    /**
     * Reads or writes a file, and returns the result.
     *
     * @param what the action and the file, for the message, such as {@code read the map fabric.map}
     * @throws RdmaException if the action fails
     */
    public static <T> T access(String what, FileAccess<T> access) {
        try {
            return access.run();
        } catch (IOException e) {
            throw new RdmaException("cannot " + what + ": " + reason(e), e);
        }
    }

    /** Returns the reason without the name of the file. */
    public static String reason(IOException failure) {
        if (failure instanceof NoSuchFileException) {
            return "there is no such file or folder";
        }
        if (failure instanceof AccessDeniedException) {
            return "no permission";
        }
        if (failure instanceof CharacterCodingException) {
            return "it is not UTF-8 text";
        }
        if (failure instanceof FileSystemException system && system.getReason() != null) {
            return system.getReason();
        }
        return String.valueOf(failure.getMessage());
    }
}
