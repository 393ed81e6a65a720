package io.verbena.codegen;

import freemarker.template.Configuration;
import freemarker.template.TemplateException;
import freemarker.template.TemplateExceptionHandler;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** The FreeMarker templates beside this class, and the files that they become. The rows of the tables are their model. */
final class Templates {
    private static final Configuration CONFIGURATION = configuration();

    private Templates() {}

    private static Configuration configuration() {
        Configuration configuration = new Configuration(Configuration.VERSION_2_3_34);
        configuration.setClassForTemplateLoading(Templates.class, "");
        configuration.setDefaultEncoding("UTF-8");
        configuration.setNumberFormat("computer");
        configuration.setTemplateExceptionHandler(TemplateExceptionHandler.RETHROW_HANDLER);
        configuration.setLogTemplateExceptions(false);
        return configuration;
    }

    /** Returns the text of a template for a model. */
    static String fill(String template, Map<String, ?> model) {
        StringWriter text = new StringWriter();
        try {
            CONFIGURATION.getTemplate(template + ".ftl").process(model, text);
        } catch (TemplateException e) {
            throw new SchemaException(template + ".ftl: " + e.getMessage());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }

    /** Writes a Java class below a folder. */
    static void write(Path output, String packageName, String name, String text) throws IOException {
        write(output.resolve(packageName.replace('.', '/')).resolve(name + ".java"), text);
    }

    /** Writes a file. A file that would not change is not written, so nothing is compiled again for it. */
    static void write(Path file, String text) throws IOException {
        if (!Files.exists(file) || !Files.readString(file).equals(text)) {
            Files.createDirectories(file.getParent());
            Files.writeString(file, text);
        }
    }
}
