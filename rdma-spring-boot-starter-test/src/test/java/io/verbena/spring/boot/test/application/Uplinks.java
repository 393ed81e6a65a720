package io.verbena.spring.boot.test.application;

import io.verbena.iba.PortInfo;
import io.verbena.iba.PortState;
import io.verbena.mad.MadTransactor;
import io.verbena.path.DirectedPath;
import org.springframework.stereotype.Component;

/** The component of docs/spring.md. */
@Component
class Uplinks {
    private final MadTransactor mad;

    Uplinks(MadTransactor mad) {
        this.mad = mad;
    }

    PortState first() {
        return mad.subnGet(PortInfo.class, DirectedPath.of(1), 1).portState();
    }
}
