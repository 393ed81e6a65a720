package io.verbena.connection;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Tries every order of the actions of a {@link ProtocolModel}, breadth first, so that what it finds is found by the shortest way.
 * A state is made by doing again what led to it.
 */
final class ModelCheck {
    /** A state, by the action that led to it from an earlier one. */
    private record Node(@Nullable Node before, ProtocolModel.@Nullable Action action) {}

    /**
     * The result of a check.
     *
     * @param states number of different states
     * @param ends number of states without a next step
     */
    record Result(int states, int ends) {}

    private ModelCheck() {}

    static Result explore(ProtocolModel.Setting setting) {
        Set<String> seen = new HashSet<>();
        Deque<Node> queue = new ArrayDeque<>();
        int ends = 0;
        seen.add(new ProtocolModel(setting).toString());
        queue.add(new Node(null, null));
        while (!queue.isEmpty()) {
            Node node = queue.remove();
            List<ProtocolModel.Action> way = way(node);
            ProtocolModel model = at(setting, way);
            List<ProtocolModel.Action> actions = model.actions();
            if (actions.stream().noneMatch(ModelCheck::happensByItself)) {
                ends++;
                check(way, at(setting, way)::checkRest);
            }
            for (int i = 0; i < actions.size(); i++) {
                ProtocolModel.Action action = actions.get(i);
                ProtocolModel next = i == 0 ? model : at(setting, way);
                List<ProtocolModel.Action> longer = new ArrayList<>(way);
                longer.add(action);
                check(longer, () -> {
                    next.apply(action);
                    next.checkCredits();
                });
                if (seen.add(next.toString())) {
                    queue.add(new Node(node, action));
                }
            }
        }
        return new Result(seen.size(), ends);
    }

    /** A program need not close its channel, and a connection need not fail: neither is to be what helps. */
    private static boolean happensByItself(ProtocolModel.Action action) {
        return action.what() != ProtocolModel.What.FAIL && action.what() != ProtocolModel.What.CLOSE;
    }

    private static List<ProtocolModel.Action> way(Node node) {
        List<ProtocolModel.Action> way = new ArrayList<>();
        for (Node each = node; each != null && each.action() != null; each = each.before()) {
            way.add(each.action());
        }
        Collections.reverse(way);
        return way;
    }

    private static ProtocolModel at(ProtocolModel.Setting setting, List<ProtocolModel.Action> way) {
        ProtocolModel model = new ProtocolModel(setting);
        way.forEach(model::apply);
        return model;
    }

    private static void check(List<ProtocolModel.Action> way, Runnable step) {
        try {
            step.run();
        } catch (RuntimeException | AssertionError e) {
            throw new AssertionError(e.getMessage() + ", after " + way, e);
        }
    }
}
