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

/** The examples of docs/guide/netty.md compile. */
class NettyGuideTest {
    private static final Path PAGE = Path.of("..", "docs", "guide", "netty.md");
    private static final Pattern EXAMPLE = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);

    @Test
    void theExamplesOfTheGuideCompile(@TempDir Path classes) throws IOException {
        List<String> examples = EXAMPLE.matcher(Files.readString(PAGE))
                .results()
                .map(found -> found.group(1))
                .toList();
        assertThat(examples).hasSize(2);
        SimpleJavaFileObject source = source("""
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
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter messages = new StringWriter();

        boolean compiled = compiler.getTask(
                        messages,
                        null,
                        null,
                        List.of("-d", classes.toString(), "-proc:none", "-cp", System.getProperty("java.class.path")),
                        null,
                        List.of(source))
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
