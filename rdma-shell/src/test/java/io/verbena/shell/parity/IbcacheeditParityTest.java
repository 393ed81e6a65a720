package io.verbena.shell.parity;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Both programs read the files that either has edited, and find no difference. */
@Tag("ibsim")
class IbcacheeditParityTest {
    @TempDir
    private static Path folder;

    private static final Net.Member SWITCH = Net.current().someSwitch();
    private static final Net.Member ADAPTER = Net.current().otherAdapter();

    @BeforeAll
    static void writeACache() {
        CommandRun.cLine("ibnetdiscover --cache " + folder.resolve("cache"));
    }

    private static String in(String arguments) {
        return arguments
                .replace("DIR", folder.toString())
                .replace("SWITCH", SWITCH.guid())
                .replaceAll("\\bCA\\b", ADAPTER.guid())
                .replace("PORT", ADAPTER.portGuids().get(0));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "(none)       | ''                              | ''",
                "--switchguid | --switchguid SWITCH:0x123456    | 123456",
                "--caguid     | --caguid CA:0x123456            | 123456",
                "--portguid   | --portguid CA:PORT:0x123456     | 123456",
                "--portguid   | --portguid SWITCH:SWITCH:0x123456 | 123456",
            })
    void editsTheSameGuids(String option, String arguments, String shown) throws Exception {
        Path edited = folder.resolve("edited");
        Path kept = folder.resolve("kept");
        // Ours is run last, and writes over what C has written.
        CommandRun theirs = CommandRun.cLine(in("ibcacheedit DIR/cache DIR/kept " + arguments));
        assertThat(theirs.exitCode()).as(theirs.out()).isZero();
        Parity.of("ibcacheedit", option).same(in("DIR/cache DIR/edited " + arguments));

        assertThat(Files.size(edited)).isEqualTo(Files.size(kept));
        assertThat(CommandRun.verbenaLine("iblinkinfo --load-cache " + edited + " --diff " + kept)
                        .ok()
                        .out())
                .isEmpty();
        CommandRun read = CommandRun.cLine("ibnetdiscover --load-cache " + edited);
        assertThat(read.exitCode()).as(read.out()).isZero();
        assertThat(read.out()).contains(shown);
        assertThat(LinkFacts.sorted(
                        CommandRun.cLine("iblinkinfo --load-cache " + edited).lines()))
                .isEqualTo(LinkFacts.sorted(
                        CommandRun.cLine("iblinkinfo --load-cache " + kept).lines()));
    }

    @Test
    void editsTheSameSystemGuid() {
        String system = CommandRun.verbenaLine("--format json smpquery -D nodeinfo " + ADAPTER.route())
                .ok()
                .json()
                .findValue("systemImageGuid")
                .asString();

        Parity.of("ibcacheedit", "--sysimgguid").same(in("DIR/cache DIR/edited --sysimgguid " + system + ":0x123456"));
        assertThat(CommandRun.cLine(in("ibnetdiscover --load-cache DIR/edited")).out())
                .contains("sysimgguid=0x123456");
    }

    @Test
    void rejectsMissingFilesAndGuids() {
        Parity.of("ibcacheedit", "--caguid")
                .refused("no channel adapter has the GUID", in("DIR/cache DIR/x --caguid 0x9:0x8"));
        Parity.of("ibcacheedit", "--switchguid").refused("is the GUID of a", in("DIR/cache DIR/x --switchguid CA:0x8"));
        Parity.of("ibcacheedit", "--caguid")
                .refused("is not of the form BEFORE:AFTER", in("DIR/cache DIR/x --caguid CA"));
        Parity.of("ibcacheedit", "<orig.cache>").refused("there is no such file", in("DIR/none DIR/x"));
        Parity.of("ibcacheedit", "<new.cache>").refused("Missing required parameter", in("DIR/cache"));
    }
}
