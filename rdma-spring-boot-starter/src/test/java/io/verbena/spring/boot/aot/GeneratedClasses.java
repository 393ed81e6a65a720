package io.verbena.spring.boot.aot;

import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Loads the generated classes, and all others again, because the generated code accesses package-private members of the
 * others.
 */
final class GeneratedClasses extends URLClassLoader {
    GeneratedClasses(Path generated) throws MalformedURLException {
        super(path(generated), ClassLoader.getPlatformClassLoader());
    }

    private static URL[] path(Path generated) throws MalformedURLException {
        List<URL> path = new ArrayList<>(List.of(generated.toUri().toURL()));
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
            path.add(Path.of(entry).toUri().toURL());
        }
        return path.toArray(URL[]::new);
    }
}
