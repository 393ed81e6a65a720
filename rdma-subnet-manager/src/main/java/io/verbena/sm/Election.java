package io.verbena.sm;

import io.verbena.iba.Guid;
import io.verbena.iba.MadMethod;
import io.verbena.iba.SmInfo;
import io.verbena.iba.SmState;
import io.verbena.sm.SmpClient.SmpRoute;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The other subnet managers of the subnet, and the election of the master. */
final class Election {
    private static final int MAX_PRIORITY = 15;

    private final SubnetManagerOptions options;
    private final Guid guid;
    private final SmpClient smps;
    private List<Manager> others = List.of();

    Election(SubnetManagerOptions options, Guid guid, SmpClient smps) {
        this.options = options;
        this.guid = guid;
        this.smps = smps;
    }

    /**
     * Returns the SMInfo of this manager. Untrusted managers see its key only if no M_Key protects the subnet; without
     * it, opensm does not respect this manager as master.
     */
    SmInfo self(SmState state, boolean trusted) {
        return new SmInfo()
                .guid(guid)
                .smKey(trusted || options.mKey() == 0 ? options.smKey() : 0)
                .activityCount(smps.sent() & 0xffffffffL)
                .priority(options.priority())
                .state(state);
    }

    boolean knowsKey(SmInfo other) {
        return other.smKey() == options.smKey();
    }

    void ask(List<ManagedPort> ports, SmState state, Consumer<String> failures, Runnable then) {
        List<Manager> answered = new ArrayList<>();
        SmpBatch round = new SmpBatch(smps, failures, () -> {
            others = List.copyOf(answered);
            then.run();
        });
        ports.stream().filter(port -> !port.guid().equals(guid)).forEach(port -> {
            round.exchange(SmInfo.LAYOUT, self(state, true), port.route(), info -> {
                port.attributes.put(info, 0);
                answered.add(Manager.of(port.route(), info, options.smKey()));
            });
        });
        round.asked();
    }

    void ask(Manager other, SmState state, Consumer<Boolean> isMaster) {
        smps.ask(
                MadMethod.GET,
                SmInfo.LAYOUT,
                self(state, true),
                0,
                other.route(),
                info -> {
                    Manager now = Manager.of(other.route(), info, options.smKey());
                    isMaster.accept(now.isMaster() && now.guid().equals(other.guid()));
                },
                problem -> isMaster.accept(false));
    }

    List<Manager> others() {
        return others;
    }

    /** Returns a master with a different key, which owns the subnet. */
    Optional<Manager> stranger() {
        return others.stream()
                .filter(each -> each.isMaster() && !each.trusted())
                .findFirst();
    }

    /**
     * Returns the manager for which a discovering manager stands by: the master, or the candidate with the highest
     * rank.
     */
    Optional<Manager> first() {
        return trusted(each -> each.isMaster())
                .or(() -> trusted(each -> each.isCandidate() && each.outranks(options.priority(), guid)));
    }

    /** Returns a manager that has become master. One that was not found has the highest priority, so that it is not claimed. */
    Manager master(SmpRoute route, Guid other) {
        int priority = others.stream()
                .filter(each -> each.guid().equals(other))
                .mapToInt(Manager::priority)
                .findFirst()
                .orElse(MAX_PRIORITY);
        return new Manager(route, other, priority, SmState.MASTER, true);
    }

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

    /**
     * Sends a control request to another manager, and runs an action if that manager accepts it. A request without a
     * response is repeated after the next sweep.
     */
    void request(SmpRoute route, Handover what, SmState state, Runnable accepted) {
        SmInfo self = self(state, true);
        smps.ask(MadMethod.SET, SmInfo.LAYOUT, self, what.modifier, route, answer -> accepted.run(), problem -> {});
    }

    /**
     * Another subnet manager as described by its SMInfo.
     *
     * @param trusted whether it has the same SM_Key
     */
    record Manager(SmpRoute route, Guid guid, int priority, SmState state, boolean trusted) {
        static Manager of(SmpRoute route, SmInfo info, long smKey) {
            return new Manager(route, info.guid(), info.priority(), info.state(), info.smKey() == smKey);
        }

        /**
         * Returns whether this manager has the higher priority, or the same priority and the lower GUID (IBA 14.4.1).
         */
        boolean outranks(int otherPriority, Guid otherGuid) {
            return priority != otherPriority
                    ? priority > otherPriority
                    : Long.compareUnsigned(guid.bits(), otherGuid.bits()) < 0;
        }

        @Override
        public String toString() {
            return String.format(
                    "the %s subnet manager at DirectedPath[%s] (GUID %s, priority %d%s)",
                    state, route, guid, priority, trusted ? "" : ", other SM_Key");
        }

        boolean isMaster() {
            return state == SmState.MASTER;
        }

        boolean isCandidate() {
            return state == SmState.DISCOVERING || state == SmState.STANDBY;
        }
    }

    /** The control requests of SubnSet(SMInfo), which are encoded in the attribute modifier (IBA 14.4.1). */
    enum Handover {
        HANDOVER(1),
        ACKNOWLEDGE(2),
        DISABLE(3),
        STANDBY(4),
        DISCOVER(5);

        final int modifier;

        Handover(int modifier) {
            this.modifier = modifier;
        }

        static @Nullable Handover of(long modifier) {
            for (Handover each : values()) {
                if (each.modifier == modifier) {
                    return each;
                }
            }
            return null;
        }
    }
}
