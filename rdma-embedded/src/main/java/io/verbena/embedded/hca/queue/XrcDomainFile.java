package io.verbena.embedded.hca.queue;

/**
 * A domain of extended reliable connections (IBA annex A14). The programs that open the domain of the same file share it; each
 * has a number of its own for it.
 *
 * @param file the file, or a name that no file has for a private domain
 */
public record XrcDomainFile(String file) {}
