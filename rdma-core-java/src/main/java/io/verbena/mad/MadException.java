package io.verbena.mad;

import io.verbena.error.RdmaException;
import io.verbena.path.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A remote procedure call failed. It keeps both packets and the path, for whoever asks. */
public class MadException extends RdmaException {
    private final transient MadExchange exchange;

    MadException(MadExchange exchange, String problem, @Nullable Throwable cause) {
        super(exchange.call() + " " + problem, cause);
        this.exchange = exchange;
    }

    /** Where the request went. */
    public final Path path() {
        return exchange.path();
    }

    /** What was asked, and what was answered if anything was. */
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
