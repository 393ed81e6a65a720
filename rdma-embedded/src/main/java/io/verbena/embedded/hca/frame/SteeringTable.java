package io.verbena.embedded.hca.frame;

import io.verbena.spi.verbs.FlowRecord;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The flow steering rules of an adapter. A rule of a lower priority number applies first. Of several rules with the same priority,
 * the oldest applies to a frame for one receiver, and all apply to a multicast frame.
 *
 * @param <T> the type of the receivers
 */
public final class SteeringTable<T> {
    private volatile List<SteeringRule<T>> rules = List.of();

    /** Adds a rule. */
    public synchronized void add(SteeringRule<T> rule) {
        List<SteeringRule<T>> more = new ArrayList<>(rules);
        more.add(rule);
        more.sort(Comparator.comparingInt((SteeringRule<T> one) -> one.priority));
        rules = List.copyOf(more);
    }

    /** Removes a rule; returns whether its port has no other. */
    public synchronized boolean remove(SteeringRule<T> rule) {
        List<SteeringRule<T>> fewer = new ArrayList<>(rules);
        fewer.remove(rule);
        rules = List.copyOf(fewer);
        return fewer.stream().noneMatch(other -> other.port() == rule.port());
    }

    /** Returns the rules that deliver a frame, and counts it for all rules that apply to it. */
    public List<SteeringRule<T>> select(FrameHeaders frame, int port) {
        List<SteeringRule<T>> selected = new ArrayList<>();
        List<SteeringRule<T>> here =
                rules.stream().filter(rule -> rule.port() == port).toList();
        apply(of(here, FlowRecord.SNIFFER), true, frame, selected);
        boolean trapped = normal(of(here, FlowRecord.NORMAL), frame, selected);
        if (!trapped && frame.isMulticast()) {
            trapped = apply(of(here, FlowRecord.MULTICAST_DEFAULT), true, frame, selected);
        }
        if (!trapped) {
            apply(of(here, FlowRecord.ALL_DEFAULT), frame.isMulticast(), frame, selected);
        }
        return selected;
    }

    private List<SteeringRule<T>> of(List<SteeringRule<T>> here, int type) {
        return here.stream().filter(rule -> rule.type == type).toList();
    }

    private boolean normal(List<SteeringRule<T>> normal, FrameHeaders frame, List<SteeringRule<T>> selected) {
        int trapped = -1;
        for (SteeringRule<T> rule : normal) {
            boolean open = trapped < 0 || (trapped == rule.priority && frame.isMulticast());
            if (open && rule.matches(frame)) {
                trapped = rule.continues() && !rule.drops() ? trapped : rule.priority;
                apply(List.of(rule), true, frame, selected);
            }
        }
        return trapped >= 0;
    }

    private boolean apply(
            List<SteeringRule<T>> applied, boolean all, FrameHeaders frame, List<SteeringRule<T>> selected) {
        for (SteeringRule<T> rule : all || applied.isEmpty() ? applied : applied.subList(0, 1)) {
            rule.count(frame);
            if (!rule.drops()) {
                selected.add(rule);
            }
        }
        return !applied.isEmpty();
    }
}
