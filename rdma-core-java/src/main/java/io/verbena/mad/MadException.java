package io.verbena.mad;

import io.verbena.error.RdmaException;
import io.verbena.path.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Thrown when a call failed. Holds the request and, if one arrived, the response. */
public class MadException extends RdmaException {
    private final transient MadExchange exchange;

    /**
     * Creates an exception.
     *
     * @param problem what happened, to follow the name of the call in the message
     */
    public MadException(MadExchange exchange, String problem, @Nullable Throwable cause) {
        super(exchange.call() + " " + problem, cause);
        this.exchange = exchange;
    }

    /** Returns the destination of the request. */
    public final Path path() {
        return exchange.path();
    }

    /** Returns the call that failed. */
    public final MadExchange exchange() {
        return exchange;
    }

    @Override
    public final List<String> packets() {
        List<String> lines = new ArrayList<>();
        lines.add("request to " + exchange.path() + ":");
        lines.addAll(exchange.describeRequest());
        if (exchange.reply() != null) {
            lines.add("reply:");
            lines.addAll(exchange.describeReply());
        }
        return lines;
    }
}
