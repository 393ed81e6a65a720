package io.verbena.shell.cli;

import picocli.CommandLine.IVersionProvider;

/** Provides the version that the build wrote into the JAR. */
public final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
        String version = Version.class.getPackage().getImplementationVersion();
        return new String[] {"verbena " + (version == null ? "(not packaged)" : version)};
    }
}
