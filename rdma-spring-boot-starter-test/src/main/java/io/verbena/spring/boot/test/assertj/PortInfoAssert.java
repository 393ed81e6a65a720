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

/** Assertions for the PortInfo of a port. */
public final class PortInfoAssert extends AbstractAssert<PortInfoAssert, PortInfo> {
    PortInfoAssert(@Nullable PortInfo actual) {
        super(actual, PortInfoAssert.class);
    }

    /** Verifies that the port is active. */
    public PortInfoAssert isActive() {
        return hasState(PortState.ACTIVE);
    }

    /** Verifies that the port is down. */
    public PortInfoAssert isDown() {
        return hasState(PortState.DOWN);
    }

    /** Verifies the logical state. */
    public PortInfoAssert hasState(PortState expected) {
        isNotNull();
        return has("state", expected.text(), actual.portState().text(actual.portStateBits()));
    }

    /** Verifies the physical state. */
    public PortInfoAssert hasPhysicalState(PortPhysicalState expected) {
        isNotNull();
        return has("physical state", expected.text(), actual.portPhysicalState().text(actual.portPhysicalStateBits()));
    }

    /** Verifies the base LID. */
    public PortInfoAssert hasLid(Lid expected) {
        isNotNull();
        return has("LID", expected, actual.lid());
    }

    /** Verifies that the port has a unicast LID. */
    public PortInfoAssert hasLid() {
        isNotNull();
        return has("LID", "one of a port", actual.lid().isUnicast() ? "one of a port" : actual.lid());
    }

    /** Verifies the active width of the link. */
    public PortInfoAssert hasActiveWidth(LinkWidth expected) {
        isNotNull();
        return has("active width", expected.text(), actual.linkWidthActive().text(actual.linkWidthActiveBits()));
    }

    /** Verifies the active speed of each lane. */
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
