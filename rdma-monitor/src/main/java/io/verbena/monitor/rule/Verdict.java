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
 */
public record Verdict(
        AlarmRule rule, String subnet, String object, String objectName, Severity severity, String text) {}
