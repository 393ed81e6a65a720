package io.verbena.traffic;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.traffic.PingPongReport.CompletionTimes;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class CompletionTimesTest {

    private static CompletionTimes of(long mask, long... timestamps) {
        CompletionTimes.Counter counter = new CompletionTimes.Counter(mask);
        LongStream.of(timestamps).forEach(counter::received);
        return counter.times();
    }

    @Test
    void messagesAreApartByWhatTheClockWentOn() {
        assertThat(of(-1, 100, 110, 140)).isEqualTo(new CompletionTimes(10, 30, 20));
    }

    @Test
    void aClockGoesOnBehindItsLastBit() {
        assertThat(of(0xffff, 0xfff0, 0x10010, 0x20)).isEqualTo(new CompletionTimes(0x10, 0x20, 0x18));
        assertThat(of(-1, -5, 5)).isEqualTo(new CompletionTimes(10, 10, 10));
    }

    @Test
    void oneMessageIsApartFromNone() {
        assertThat(of(-1, 7)).isEqualTo(new CompletionTimes(0, 0, 0));
    }
}
