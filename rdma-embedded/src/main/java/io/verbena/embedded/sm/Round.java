package io.verbena.embedded.sm;

import io.verbena.iba.DirectedRouteSmp;
import io.verbena.iba.Layout;
import io.verbena.iba.MadMethod;
import io.verbena.iba.Structure;
import java.util.function.Consumer;

/** Questions that are asked together, and what is done when each has its answer or has failed. */
final class Round {
    private final Smps smps;
    private final Consumer<String> failures;
    private final Runnable then;
    // One stands for whoever is still asking.
    private int open = 1;

    /**
     * Begins.
     *
     * @param failures takes a line for each question that fails
     * @param then what is done in the end, once
     */
    Round(Smps smps, Consumer<String> failures, Runnable then) {
        this.smps = smps;
        this.failures = failures;
        this.then = then;
    }

    /** Asks for an attribute. */
    <T extends Structure> void get(Layout<T> attribute, long modifier, Route route, Consumer<T> answered) {
        ask(MadMethod.GET, attribute, attribute.create(), modifier, route, answered);
    }

    /** Asks for an attribute, and shows what this manager has to show itself. */
    <T extends Structure> void exchange(Layout<T> attribute, T shown, Route route, Consumer<T> answered) {
        ask(MadMethod.GET, attribute, shown, 0, route, answered);
    }

    /** Sets an attribute; what is answered is what came of it. */
    <T extends Structure> void set(Layout<T> attribute, T wanted, long modifier, Route route, Consumer<T> answered) {
        ask(MadMethod.SET, attribute, wanted, modifier, route, answered);
    }

    private <T extends Structure> void ask(
            MadMethod method, Layout<T> layout, Structure attribute, long modifier, Route route, Consumer<T> answered) {
        open++;
        smps.ask(
                method,
                attribute,
                modifier,
                route,
                smp -> {
                    answered.accept(attribute(layout, smp));
                    done();
                },
                problem -> {
                    failures.accept(problem);
                    done();
                });
    }

    /** The attribute in an answer. */
    static <T extends Structure> T attribute(Layout<T> layout, DirectedRouteSmp smp) {
        return layout.wrap(smp.toBytes(), Smps.DATA);
    }

    /** All is asked that is not asked by what answers bring. */
    void asked() {
        done();
    }

    private void done() {
        open--;
        if (open == 0) {
            then.run();
        }
    }
}
