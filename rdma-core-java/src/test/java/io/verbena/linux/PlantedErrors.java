package io.verbena.linux;

/** Errors in C on purpose, which the suites in {@code testbed/checks} that look for such errors must find. */
final class PlantedErrors {
    private PlantedErrors() {}

    private static native void outOfBounds(int length);

    private static native int overflow(int number);

    private static native void misuse(int length);

    /** Takes the path of the library with the errors, and the name of the error to make. */
    public static void main(String[] arguments) {
        System.load(arguments[0]);
        switch (arguments[1]) {
            case "outOfBounds" -> outOfBounds(24);
            case "overflow" -> overflow(1);
            case "misuse" -> misuse(1);
            default -> throw new IllegalArgumentException(arguments[1]);
        }
        System.out.println("the error passed unseen: " + arguments[1]);
    }
}
