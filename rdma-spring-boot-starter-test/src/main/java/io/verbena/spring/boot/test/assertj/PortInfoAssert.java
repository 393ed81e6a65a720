package io.verbena.spring.boot.test.assertj;

import io.verbena.iba.LaneSpeed;
import io.verbena.iba.Lid;
import io.verbena.iba.LinkWidth;
import io.verbena.iba.PortInfo;
import io.verbena.iba.PortPhysicalState;
import io.verbena.iba.PortState;
import java.util.Objects;
import org.assertj.core.api.AbstractAssert;
import org.jspecify.annotations.Nullable;

/** Assertions of what a port says of itself. */
public final class PortInfoAssert extends AbstractAssert<PortInfoAssert, PortInfo> {
    PortInfoAssert(@Nullable PortInfo actual) {
        super(actual, PortInfoAssert.class);
    }

    /** It carries traffic. */
    public PortInfoAssert isActive() {
        return hasState(PortState.ACTIVE);
    }

    /** Its link is down. */
    public PortInfoAssert isDown() {
        return hasState(PortState.DOWN);
    }

    /** Its logical state is this one. */
    public PortInfoAssert hasState(PortState expected) {
        isNotNull();
        return has("state", expected.text(), actual.portState().text(actual.portStateBits()));
    }

    /** Its physical state is this one. */
    public PortInfoAssert hasPhysicalState(PortPhysicalState expected) {
        isNotNull();
        return has("physical state", expected.text(), actual.portPhysicalState().text(actual.portPhysicalStateBits()));
    }

    /** Its base LID is this one. */
    public PortInfoAssert hasLid(Lid expected) {
        isNotNull();
        return has("LID", expected, actual.lid());
    }

    /** It has a LID of a port. */
    public PortInfoAssert hasLid() {
        isNotNull();
        return has("LID", "one of a port", actual.lid().isUnicast() ? "one of a port" : actual.lid());
    }

    /** Its link has this width. */
    public PortInfoAssert hasActiveWidth(LinkWidth expected) {
        isNotNull();
        return has("active width", expected.text(), actual.linkWidthActive().text(actual.linkWidthActiveBits()));
    }

    /** Each lane of its link has this speed. */
    public PortInfoAssert hasActiveSpeed(LaneSpeed expected) {
        isNotNull();
        return has("active speed", expected, LaneSpeed.active(actual));
    }

    private PortInfoAssert has(String what, Object expected, Object found) {
        if (!Objects.equals(expected, found)) {
            failWithActualExpectedAndMessage(
                    found, expected, "expected the %s of the port to be %s, but it is %s", what, expected, found);
        }
        return this;
    }
}
