package io.verbena.netty;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import javax.tools.JavaCompiler;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The examples of docs/guide/netty.md and docs/guide/vertx.md compile. */
class NettyGuideTest {
    private static final Path GUIDE = Path.of("..", "docs", "guide");
    private static final Pattern EXAMPLE = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);

    @TempDir
    private Path classes;

    private static List<String> examples(String page) throws IOException {
        return EXAMPLE.matcher(Files.readString(GUIDE.resolve(page)))
                .results()
                .map(found -> found.group(1))
                .toList();
    }

    @Test
    void theExamplesOfTheGuideCompile() throws IOException {
        List<String> examples = examples("netty.md");
        assertThat(examples).hasSize(2);
        assertCompiles("""
                import io.netty.bootstrap.*;
                import io.netty.channel.*;
                import io.netty.channel.socket.*;
                import io.netty.resolver.*;
                import io.verbena.*;
                import io.verbena.netty.*;
                import io.verbena.netty.reactor.*;
                import java.net.*;
                import reactor.netty.resources.*;
                import reactor.netty.tcp.*;
                class Example {
                    static void run(ChannelInitializer<SocketChannel> initializer) throws Exception {
                """ + examples.get(0) + """
                    }
                    static void reactor(Rdma rdma) {
                """ + examples.get(1) + "}}");
    }

    @Test
    void theExamplesForVertxCompile() throws IOException {
        List<String> examples = examples("vertx.md");
        assertThat(examples).hasSize(2);
        assertCompiles("""
                import io.verbena.*;
                import io.verbena.netty.vertx.*;
                import io.vertx.core.*;
                import io.vertx.spi.cluster.hazelcast.*;
                class Example {
                    static void serve(Rdma rdma) {
                """ + examples.get(0) + """
                    }
                    static void join(Rdma rdma) {
                """ + examples.get(1) + "}}");
    }

    private void assertCompiles(String text) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter messages = new StringWriter();

        boolean compiled = compiler.getTask(
                        messages,
                        null,
                        null,
                        List.of("-d", classes.toString(), "-proc:none", "-cp", System.getProperty("java.class.path")),
                        null,
                        List.of(source(text)))
                .call();

        assertThat(compiled).as(messages.toString()).isTrue();
    }

    private static SimpleJavaFileObject source(String text) {
        return new SimpleJavaFileObject(URI.create("string:///Example.java"), SimpleJavaFileObject.Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                return text;
            }
        };
    }
}
