package io.verbena.shell.command.tools;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.shell.command.EmbeddedHost;
import io.verbena.shell.parity.CommandRun;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SubnetDiffTest {
    private final EmbeddedHost fabric = new EmbeddedHost("fat-tree:2,4,4");

    @TempDir
    private Path folder;

    @AfterEach
    void close() {
        fabric.close();
    }

    @Test
    void comparesAFileWithTheCurrentSubnet() {
        Path before = folder.resolve("before.cache");
        fabric.run("ibnetdiscover --cache " + before).ok();

        assertThat(fabric.run("subnet_diff " + before).ok().out()).isEmpty();
        fabric.run("fabric cut host1 1").ok();
        CommandRun changed = fabric.run("subnet_diff " + before);

        assertThat(changed.exitCode()).isEqualTo(1);
        assertThat(changed.lines()).anyMatch(line -> line.startsWith("< ") && line.contains("host1"));
        assertThat(fabric.run("--format json subnet_diff " + before).out()).contains("\"GONE\"");
    }

    @Test
    void comparesTwoFiles() {
        Path before = folder.resolve("before.cache");
        Path after = folder.resolve("after.cache");
        fabric.run("ibnetdiscover --cache " + before).ok();
        fabric.run("fabric cut leaf0 1").ok();
        fabric.run("ibnetdiscover --cache " + after).ok();

        assertThat(fabric.run("subnet_diff " + before + " " + after).exitCode()).isEqualTo(1);
        assertThat(fabric.run("subnet_diff " + before + " " + after + " --diffcheck ca")
                        .exitCode())
                .as("no adapter is gone")
                .isZero();
    }

    @Test
    void reportsAnInvalidFile() throws Exception {
        Path file = Files.writeString(folder.resolve("garbage"), "garbage");

        assertThat(fabric.run("subnet_diff " + file).errors())
                .singleElement()
                .asString()
                .contains(file.toString());
        assertThat(fabric.run("subnet_diff " + folder + "/none").exitCode()).isEqualTo(4);
        assertThat(fabric.run("subnet_diff " + file + " --diffcheck x").exitCode())
                .isNotZero();
    }
}
