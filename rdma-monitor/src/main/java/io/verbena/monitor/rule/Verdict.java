package io.verbena.monitor.rule;

import io.verbena.monitor.rule.AlarmRule.Severity;

/**
 * The result of a rule about an object at one time.
 *
 * @param rule the rule
 * @param subnet the name of the subnet
 * @param object the object: the GUID of a node, a GUID and a port number with a slash, or {@code subnet}
 * @param objectName the object for readers
 * @param severity the severity
 * @param text what was found, with figures
 * @param proposal what an operator should do next
 */
public record Verdict(
        AlarmRule rule,
        String subnet,
        String object,
        String objectName,
        Severity severity,
        String text,
        String proposal) {
    /** Creates a verdict with the proposal of its rule. */
    public Verdict(AlarmRule rule, String subnet, String object, String objectName, Severity severity, String text) {
        this(rule, subnet, object, objectName, severity, text, rule.proposal());
    }
}
