package io.verbena.jni;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToIntBiFunction;

/** Reads texts that C writes to arrays of a fixed length. */
public final class CText {
    private static final int MAX_TEXTS = 256;

    private CText() {}

    /** Returns the text of an array up to its first NUL. */
    public static String of(byte[] chars) {
        int length = 0;
        while (length < chars.length && chars[length] != 0) {
            length++;
        }
        return new String(chars, 0, length, US_ASCII);
    }

    /**
     * Returns the texts that a function writes to consecutive arrays.
     *
     * @param length the length of each array in bytes
     * @param function takes the arrays and their number, and returns the number of texts; negative counts as 0
     */
    public static List<String> list(int length, ToIntBiFunction<byte[], Integer> function) {
        byte[] chars = new byte[MAX_TEXTS * length];
        int count = function.applyAsInt(chars, MAX_TEXTS);
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            texts.add(of(Arrays.copyOfRange(chars, i * length, (i + 1) * length)));
        }
        return List.copyOf(texts);
    }
}
