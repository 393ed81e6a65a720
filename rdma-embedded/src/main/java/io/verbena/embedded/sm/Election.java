package io.verbena.embedded.sm;

import io.verbena.iba.Guid;
import io.verbena.iba.MadMethod;
import io.verbena.iba.SmInfo;
import io.verbena.iba.SmState;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** Who else manages this subnet, and who of them comes before us. */
final class Election {
    private final SubnetManagerOptions options;
    private final Guid guid;
    private final Smps smps;
    private List<Manager> others = List.of();

    Election(SubnetManagerOptions options, Guid guid, Smps smps) {
        this.options = options;
        this.guid = guid;
        this.smps = smps;
    }

    /** How this manager describes itself; its key only to those who know it. */
    SmInfo self(SmState state, boolean trusted) {
        return new SmInfo()
                .guid(guid)
                .smKey(trusted ? options.smKey() : 0)
                .activityCount(smps.sent() & 0xffffffffL)
                .priority(options.priority())
                .state(state);
    }

    boolean knowsKey(SmInfo other) {
        return other.smKey() == options.smKey();
    }

    /** Asks the managers at these ports. One that does not answer is none. */
    void ask(List<ManagedPort> ports, SmState state, Consumer<String> failures, Runnable then) {
        List<Manager> answered = new ArrayList<>();
        Round round = new Round(smps, failures, () -> {
            others = List.copyOf(answered);
            then.run();
        });
        ports.stream().filter(port -> !port.guid().equals(guid)).forEach(port -> {
            round.exchange(SmInfo.LAYOUT, self(state, true), port.route(), info -> {
                port.attributes().put(info, 0);
                answered.add(Manager.of(port.route(), info, options.smKey()));
            });
        });
        round.asked();
    }

    /** Asks one manager whether it is master. */
    void ask(Manager other, SmState state, Consumer<Boolean> isMaster) {
        smps.ask(
                MadMethod.GET,
                self(state, true),
                0,
                other.route(),
                smp -> {
                    Manager now = Manager.of(other.route(), Round.attribute(SmInfo.LAYOUT, smp), options.smKey());
                    isMaster.accept(now.isMaster() && now.guid().equals(other.guid()));
                },
                problem -> isMaster.accept(false));
    }

    List<Manager> others() {
        return others;
    }

    /** A master that does not know our key: the subnet is not ours to manage. */
    Optional<Manager> stranger() {
        return others.stream()
                .filter(each -> each.isMaster() && !each.trusted())
                .findFirst();
    }

    /** Whom a manager that has just looked around waits for: the master, or who is going to be it. */
    Optional<Manager> first() {
        return trusted(each -> each.isMaster())
                .or(() -> trusted(each -> each.isCandidate() && each.outranks(options.priority(), guid)));
    }

    /** To whom a master hands over. */
    Optional<Manager> better() {
        return trusted(each ->
                (each.isMaster() || each.state() == SmState.STANDBY) && each.outranks(options.priority(), guid));
    }

    private Optional<Manager> trusted(Predicate<Manager> wanted) {
        return others.stream()
                .filter(each -> each.trusted() && wanted.test(each))
                .max(Comparator.comparing((Manager each) -> each.priority())
                        .thenComparing(Manager::guid, Comparator.reverseOrder()));
    }

    /** Tells another manager what to do; one that does not hear it is told again with the next sweep. */
    void tell(Route route, Handover what, SmState state) {
        smps.ask(MadMethod.SET, self(state, true), what.modifier(), route, answer -> {}, problem -> {});
    }
}
