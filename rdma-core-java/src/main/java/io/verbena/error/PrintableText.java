package io.verbena.error;

/** Makes text from devices or other programs safe for messages and terminals. */
public final class PrintableText {
    private PrintableText() {}

    /**
     * Replaces each character that is not printable: control characters, which could control a terminal; line ends, which could
     * fake another line; format characters, which could reverse the text that follows; and unpaired surrogates.
     */
    public static String of(String text, char instead) {
        return isPlain(text) ? text : replaced(text, instead);
    }

    /** Returns whether a text consists of printable ASCII characters, as nearly all do. */
    private static boolean isPlain(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) < ' ' || text.charAt(i) > '~') {
                return false;
            }
        }
        return true;
    }

    private static String replaced(String text, char instead) {
        StringBuilder shown = new StringBuilder(text.length());
        text.codePoints()
                .map(character -> isPrintable(character) ? character : instead)
                .forEach(shown::appendCodePoint);
        return shown.toString();
    }

    /** Returns the first characters of a printable text, followed by … if there are more. */
    public static String of(String text, char instead, int max) {
        if (text.codePointCount(0, text.length()) <= max) {
            return of(text, instead);
        }
        return of(text.substring(0, text.offsetByCodePoints(0, max)), instead) + "…";
    }

    private static boolean isPrintable(int character) {
        return switch (Character.getType(character)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.SURROGATE -> false;
            default -> true;
        };
    }
}
