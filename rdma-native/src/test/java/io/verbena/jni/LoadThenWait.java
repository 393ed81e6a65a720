package io.verbena.jni;

import io.verbena.jni.umad.Umad;
import java.io.IOException;

/** Uses both libraries, says so, and waits to be killed. */
final class LoadThenWait {
    private LoadThenWait() {}

    public static void main(String[] args) throws IOException {
        try {
            Umad.load();
            int fd = EventFd.create();
            EventFd.close(fd);
            Umad.init();
            Umad.openPort("none", 1);
            System.out.println(fd > 0 && EventFd.drain(fd) < 0 ? "loaded" : "wrong");
        } catch (NativeLibraryException e) {
            System.out.println(e.reason() + " " + e.getMessage());
        }
        if (System.in.read() != -1) {
            throw new IllegalStateException("nobody writes");
        }
    }
}
