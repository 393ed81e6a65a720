package io.verbena.sm;

import io.verbena.iba.Layout;
import io.verbena.iba.MadMethod;
import io.verbena.iba.Structure;
import io.verbena.sm.SmpClient.SmpRoute;
import io.verbena.spi.MadAddress;
import java.util.Collections;
import java.util.Iterator;
import java.util.function.Consumer;

/** A batch of requests, and an action that follows when each of them has been answered or has failed. */
final class SmpBatch {
    private static final int FED = 1024;

    private final SmpClient smps;
    private final Consumer<String> failed;
    private final Runnable then;
    // Includes one for the caller, which may still be adding requests.
    private int open = 1;
    private Iterator<Runnable> source = Collections.emptyIterator();
    private boolean feeding;

    SmpBatch(SmpClient smps, Consumer<String> failures, Runnable then) {
        this.smps = smps;
        this.failed = done(failures);
        this.then = then;
    }

    <T extends Structure> void get(Layout<T> attribute, long modifier, SmpRoute route, Consumer<T> answered) {
        ask(MadMethod.GET, attribute, attribute.create(), modifier, route, answered);
    }

    <T extends Structure> void exchange(Layout<T> attribute, T shown, SmpRoute route, Consumer<T> answered) {
        ask(MadMethod.GET, attribute, shown, 0, route, answered);
    }

    <T extends Structure> void set(Layout<T> attribute, T wanted, long modifier, SmpRoute route, Consumer<T> answered) {
        ask(MadMethod.SET, attribute, wanted, modifier, route, answered);
    }

    private <T extends Structure> void ask(
            MadMethod method, Layout<T> layout, T attribute, long modifier, SmpRoute route, Consumer<T> answered) {
        open++;
        smps.ask(method, layout, attribute, modifier, route, done(answered), failed);
    }

    <T extends Structure> void getCongestion(
            Layout<T> layout, MadAddress to, long key, SmpRoute route, Consumer<T> answered, Runnable unanswered) {
        open++;
        smps.askCongestion(
                MadMethod.GET,
                layout,
                layout.create(),
                0,
                to,
                key,
                route,
                done(answered),
                done(problem -> unanswered.run()));
    }

    void setCongestion(Structure wanted, long modifier, MadAddress to, long key, SmpRoute route, Runnable answered) {
        open++;
        smps.askCongestion(
                MadMethod.SET,
                wanted.layout(),
                wanted,
                modifier,
                to,
                key,
                route,
                done(answer -> answered.run()),
                failed);
    }

    private <T> Consumer<T> done(Consumer<T> action) {
        return result -> {
            action.accept(result);
            done();
        };
    }

    boolean isPlan() {
        return smps.isPlan();
    }

    void addAll(Iterator<Runnable> requests) {
        source = requests;
        feed();
    }

    private void feed() {
        if (feeding) {
            return;
        }
        feeding = true;
        while (source.hasNext() && open < FED) {
            source.next().run();
        }
        feeding = false;
    }

    void asked() {
        done();
    }

    private void done() {
        open--;
        feed();
        if (open == 0) {
            then.run();
        }
    }
}
