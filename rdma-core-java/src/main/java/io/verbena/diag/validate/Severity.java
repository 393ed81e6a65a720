package io.verbena.diag.validate;

/** Severities of findings, in increasing order. */
public enum Severity {
    /** A property that an operator should know, and that needs no action. */
    INFO,
    /** A fault that costs performance or redundancy, or that can become an error. */
    WARNING,
    /** A fault that prevents traffic, or that can stop it at any time. */
    ERROR
}
