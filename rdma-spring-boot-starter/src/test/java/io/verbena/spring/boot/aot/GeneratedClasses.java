package io.verbena.spring.boot.aot;

import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Loads generated classes, and once more those of this module: what was generated stands in its packages and calls what only
 * these may.
 */
final class GeneratedClasses extends URLClassLoader {
    private static final String OURS = "io.verbena.spring.boot.";

    GeneratedClasses(Path generated) throws MalformedURLException {
        super(path(generated), GeneratedClasses.class.getClassLoader());
    }

    private static URL[] path(Path generated) throws MalformedURLException {
        List<URL> path = new ArrayList<>(List.of(generated.toUri().toURL()));
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            path.add(Path.of(entry).toUri().toURL());
        }
        return path.toArray(URL[]::new);
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        synchronized (getClassLoadingLock(name)) {
            if (!name.startsWith(OURS) && !name.contains("__")) {
                return super.loadClass(name, resolve);
            }
            Class<?> loaded = findLoadedClass(name);
            return loaded == null ? findClass(name) : loaded;
        }
    }
}
