package io.verbena.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.verbena.connection.ProtocolModel.Planted;
import io.verbena.connection.ProtocolModel.Setting;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The protocol of messages and requests in every order of its steps: no message is lost, repeated or out of order, no credit is
 * lost or invented, no message finds no receive, each request has one reply or one failure, and no side waits forever.
 */
@Timeout(120)
class ProtocolModelTest {
    private static final List<Boolean> NEVER = List.of(false, false);
    private static final List<Boolean> ONE = List.of(true, false);
    private static final List<Boolean> BOTH = List.of(true, true);

    private static Setting setting(
            int slots,
            int window,
            int places,
            String one,
            String other,
            int hoarded,
            List<Boolean> closes,
            boolean fails) {
        return new Setting(slots, window, places, List.of(one, other), hoarded, closes, fails, Planted.NOTHING);
    }

    static Stream<Setting> settings() {
        return Stream.of(
                // Messages of one side, and of both, more than there are slots for.
                setting(2, 1, 2, "sssss", "", 0, NEVER, false),
                setting(2, 1, 2, "sss", "ss", 0, NEVER, false),
                setting(2, 1, 0, "ssss", "sss", 0, NEVER, false),
                // Long ones between short ones, beyond the window.
                setting(2, 1, 0, "lsls", "sl", 0, NEVER, false),
                setting(3, 2, 0, "llsl", "ls", 0, NEVER, false),
                setting(2, 1, 1, "ll", "l", 0, NEVER, false),
                // An application that keeps messages while it waits for others.
                setting(3, 1, 0, "ssssss", "", 2, NEVER, false),
                setting(5, 1, 0, "ssssssss", "", 4, NEVER, false),
                setting(4, 1, 0, "ssssss", "ss", 3, NEVER, false),
                // Closing at any time, on one side or both, and connections that end at any time.
                setting(2, 1, 0, "sss", "ss", 0, ONE, false),
                setting(2, 1, 0, "lsl", "l", 0, BOTH, false),
                setting(2, 1, 2, "sl", "s", 0, BOTH, true),
                // Requests of one side and of both; handlers that ask back before they reply; long ones.
                setting(2, 1, 0, "qqqq", "", 0, NEVER, false),
                setting(3, 1, 0, "qqq", "qq", 0, NEVER, false),
                setting(3, 1, 0, "r", "r", 0, NEVER, false),
                setting(2, 1, 0, "rrr", "", 0, NEVER, false),
                setting(3, 2, 0, "rrr", "qq", 0, NEVER, false),
                setting(3, 2, 0, "QQq", "QQ", 0, NEVER, false),
                setting(3, 2, 0, "RR", "q", 0, NEVER, false),
                setting(3, 1, 1, "qq", "q", 0, NEVER, false),
                setting(2, 1, 0, "qq", "q", 0, BOTH, true),
                setting(3, 2, 0, "rQ", "q", 0, ONE, true));
    }

    @ParameterizedTest
    @MethodSource("settings")
    void everyOrderOfStepsIsRight(Setting setting) {
        ModelCheck.Result result = ModelCheck.explore(setting);

        assertThat(result.states()).isGreaterThan(10);
        assertThat(result.ends()).isPositive();
    }

    static Stream<Arguments> planted() {
        return Stream.of(
                Arguments.of(
                        Planted.DROPPED_CREDIT,
                        setting(2, 1, 0, "qq", "q", 0, NEVER, false),
                        "there are 1 credits of 2"),
                Arguments.of(
                        Planted.UNCOUNTED_RELEASE,
                        setting(2, 1, 0, "sss", "", 0, NEVER, false),
                        "a slot is not released"),
                Arguments.of(Planted.GREEDY_REQUESTS, setting(2, 1, 0, "qqq", "qqq", 0, NEVER, false), "while 1 wait"),
                Arguments.of(
                        Planted.LATE_CREDITS, setting(5, 1, 0, "ssssssss", "", 4, NEVER, false), "cannot be sent"));
    }

    @ParameterizedTest
    @MethodSource("planted")
    void whatIsPlantedIsFound(Planted planted, Setting setting, String found) {
        assertThatExceptionOfType(AssertionError.class)
                .isThrownBy(() -> ModelCheck.explore(setting.planting(planted)))
                .withMessageContaining(found);
    }
}
