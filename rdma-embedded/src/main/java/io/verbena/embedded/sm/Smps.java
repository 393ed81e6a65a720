package io.verbena.embedded.sm;

import io.verbena.embedded.ProgramHost;
import io.verbena.iba.DirectedRouteSmp;
import io.verbena.iba.Lid;
import io.verbena.iba.MadMethod;
import io.verbena.iba.ManagementClass;
import io.verbena.iba.Structure;
import io.verbena.spi.MadAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import java.util.function.Consumer;

/** The questions of a subnet manager to agents: so many at once, each sent again until it is answered or given up. */
final class Smps {
    /** Where the attribute of an SMP begins. */
    static final int DATA = DirectedRouteSmp.LAYOUT.field("data").bit() / Byte.SIZE;

    private static final int TIMEOUT_MILLIS = 200;
    private static final int TRIES = 3;
    private static final int WINDOW = 256;
    private static final int BUSY = 1;
    private static final long LOWER_HALF = 0xffffffffL;

    private final ProgramHost host;
    private final int agent;
    private final long mKey;
    private final Map<Long, Question> asked = new HashMap<>();
    private final Queue<Question> waiting = new ArrayDeque<>();
    private long transactions;

    private static final class Question {
        private final DirectedRouteSmp smp;
        private final String what;
        private final Consumer<DirectedRouteSmp> answered;
        private final Consumer<String> failed;
        private int tries;

        Question(DirectedRouteSmp smp, String what, Consumer<DirectedRouteSmp> answered, Consumer<String> failed) {
            this.smp = smp;
            this.what = what;
            this.answered = answered;
            this.failed = failed;
        }
    }

    /** Asks by an agent of directed routes. */
    Smps(ProgramHost host, int agent, long mKey) {
        this.host = host;
        this.agent = agent;
        this.mKey = mKey;
    }

    /** How many it has sent; a manager that is alive has always sent more. */
    long sent() {
        return transactions;
    }

    /**
     * Asks an agent to get or set an attribute.
     *
     * @param attribute what is set; for a Get only its type counts, but for an SMInfo, by which managers know each other
     * @param answered takes the answer, whose status is 0
     * @param failed takes what went wrong, as one line
     */
    void ask(
            MadMethod method,
            Structure attribute,
            long modifier,
            Route route,
            Consumer<DirectedRouteSmp> answered,
            Consumer<String> failed) {
        byte[] bytes = new byte[DirectedRouteSmp.LENGTH];
        DirectedRouteSmp smp = DirectedRouteSmp.LAYOUT
                .wrapWritable(bytes, 0)
                .baseVersion(1)
                .managementClass(ManagementClass.SUBNET_DIRECTED_ROUTE)
                .classVersion(1)
                .method(method)
                .attributeId(attribute.layout().attributeId())
                .attributeModifier(modifier)
                .mKey(mKey)
                .drSlid(Lid.PERMISSIVE)
                .drDlid(Lid.PERMISSIVE)
                .hopCount(route.hops());
        for (int hop = 1; hop <= route.hops(); hop++) {
            smp.initialPath(hop, route.port(hop));
        }
        attribute.copyTo(bytes, DATA);
        String what = (method == MadMethod.SET ? "SubnSet(" : "SubnGet(")
                + attribute.layout().name() + ") to DirectedPath[" + route + "]";
        waiting.add(new Question(smp, what, answered, failed));
        sendMore();
    }

    private void sendMore() {
        while (asked.size() < WINDOW && !waiting.isEmpty()) {
            send(waiting.remove());
        }
    }

    private void send(Question question) {
        transactions++;
        long transaction = transactions & LOWER_HALF;
        question.tries++;
        asked.put(transaction, question);
        byte[] bytes = question.smp.transactionId(transaction).toBytes();
        host.send(agent, MadAddress.DIRECTED, ByteBuffer.wrap(bytes), TIMEOUT_MILLIS);
    }

    /** Takes an answer, or a question that came back because there was none. */
    void received(int status, DirectedRouteSmp smp) {
        Question question = asked.remove(smp.transactionId() & LOWER_HALF);
        if (question == null) {
            return;
        }
        if (status != 0) {
            retry(question, Duration.ZERO, " timed out after " + TRIES + " tries of " + TIMEOUT_MILLIS + " ms");
        } else if ((smp.status() & BUSY) != 0) {
            retry(question, Duration.ofMillis(TIMEOUT_MILLIS), " is answered \"busy\" " + TRIES + " times");
        } else if (smp.status() != 0) {
            question.failed.accept(question.what + String.format(" is refused with status 0x%04x", smp.status()));
        } else {
            question.answered.accept(smp);
        }
        sendMore();
    }

    private void retry(Question question, Duration later, String problem) {
        if (question.tries == TRIES) {
            question.failed.accept(question.what + problem);
        } else if (later.isZero()) {
            send(question);
        } else {
            host.after(later, () -> send(question));
        }
    }
}
