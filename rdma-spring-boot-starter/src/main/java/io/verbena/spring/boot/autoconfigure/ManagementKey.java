package io.verbena.spring.boot.autoconfigure;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A 64-bit key of the configuration. Its value is never printed, even if it is invalid. */
public final class ManagementKey {
    private final @Nullable Long bits;

    private ManagementKey(@Nullable Long bits) {
        this.bits = bits;
    }

    /** Parses {@code 0x} and up to 16 hexadecimal digits, or a decimal number. */
    public static ManagementKey of(String text) {
        String digits = text.strip();
        try {
            boolean hexadecimal = digits.startsWith("0x") || digits.startsWith("0X");
            return new ManagementKey(
                    hexadecimal
                            ? Long.parseUnsignedLong(digits, 2, digits.length(), 16)
                            : Long.parseUnsignedLong(digits));
        } catch (NumberFormatException e) {
            // The message of the exception contains the key.
            return new ManagementKey(null);
        }
    }

    boolean isValid() {
        return bits != null;
    }

    long bits() {
        return Objects.requireNonNull(bits);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof ManagementKey that && Objects.equals(that.bits, bits);
    }

    @Override
    public int hashCode() {
        return Objects.hashCode(bits);
    }

    @Override
    public String toString() {
        return "hidden";
    }
}
