package io.verbena.jni;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

@NeedsNativeCode
class EventFdTest {
    private static final int EBADF = 9;

    @Test
    void takesAllWakeUpsAtOnce() {
        int fd = EventFd.create();

        assertThat(EventFd.drain(fd)).isZero();
        assertThat(EventFd.wake(fd)).isZero();
        assertThat(EventFd.wake(fd)).isZero();
        assertThat(EventFd.drain(fd)).isEqualTo(1);
        assertThat(EventFd.drain(fd)).isZero();

        assertThat(EventFd.close(fd)).isZero();
    }

    @Test
    void answersTheErrnoForWhatIsNotOpen() {
        assertThat(EventFd.wake(-1)).isEqualTo(-EBADF);
        assertThat(EventFd.drain(-1)).isEqualTo(-EBADF);
        assertThat(EventFd.close(-1)).isEqualTo(-EBADF);
    }
}
