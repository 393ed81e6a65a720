package io.verbena.spring.boot.buffer;

/** What an allocator does when all memory that it may register is in use. */
public enum FullPolicy {
    /** The caller fails at once. */
    FAIL,
    /** The caller waits for a buffer to be released, and fails after some time. */
    WAIT
}
