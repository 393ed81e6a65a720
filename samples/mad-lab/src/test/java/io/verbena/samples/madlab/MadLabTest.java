package io.verbena.samples.madlab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;

@ExtendWith(OutputCaptureExtension.class)
class MadLabTest {

    /** In expected.txt, # stands for a number that differs between runs. */
    @Test
    void printsTheExpectedOutput(CapturedOutput output) throws IOException {
        assertThat(status()).isZero();
        List<String> expected = Files.readAllLines(Path.of(System.getProperty("basedir", "."), "expected.txt"));
        List<String> printed = output.getOut()
                .lines()
                .map(line -> line.replaceFirst("transactionId=0x[0-9a-f]{16}$", "transactionId=0x#"))
                .toList();
        assertThat(printed).isEqualTo(expected);
    }

    @Test
    void continuesAfterARejectedRequest(CapturedOutput output) {
        assertThat(status(
                        "--mad-lab.queries[0].attribute=PortCounters",
                        "--mad-lab.queries[0].fields.portSelect=9",
                        "--mad-lab.queries[1].attribute=NodeDescription",
                        "--mad-lab.queries[1].target=0,1"))
                .isEqualTo(1);
        assertThat(output.getOut())
                .contains("reply PerformanceGetResp(PortCounters), performance: invalid attribute or modifier")
                .contains("  failed: PerformanceGet(PortCounters) was refused by ")
                .contains("nodeString=leaf0");
    }

    @Test
    void acceptsEveryFormOfAddressesAndFields(CapturedOutput output) {
        assertThat(status(
                        "--mad-lab.queries[0].attribute=portinfo",
                        "--mad-lab.queries[0].target=1",
                        "--mad-lab.queries[0].modifier=0x2",
                        "--mad-lab.queries[1].attribute=ClassPortInfo",
                        "--mad-lab.queries[1].management-class=Performance",
                        "--mad-lab.queries[1].target=0,1",
                        "--mad-lab.queries[2].attribute=NodeRecord",
                        "--mad-lab.queries[2].fields.[nodeInfo.nodeType]=switch"))
                .isZero();
        assertThat(output.getOut())
                .contains("SubnGet(PortInfo) of IbPath[dlid=1]")
                .contains("reply PerformanceGetResp(ClassPortInfo), performance: success")
                .contains("nodeDescription.nodeString=leaf0");
    }

    @Test
    void acceptsListsForArraysAndSets(CapturedOutput output) {
        assertThat(status("--spring.config.additional-location=classpath:/lists/"))
                .isZero();
        assertThat(output.getOut())
                .contains("guid[0]=0000:0000:0000:0001", "guid[1]=0000:0000:0000:0002")
                .contains("port[0]=1", "port[1]=2", "port[63]=5")
                .contains("capabilityMask=[IS_SM, IS_TRAP_SUPPORTED]")
                .contains("linkWidthEnabled=[ONE, FOUR]")
                .contains("nodeDescription.nodeString=leaf0");
    }

    @ParameterizedTest(name = "{0}={1}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "attribute | PortInof | 'PortInof' is not an attribute that can be read; did you mean PortInfo?",
                "attribute | ClassPortInfo | ClassPortInfo belongs to several classes; select one of ",
                "management-class | Perf | 'Perf' is not a class of PortInfo; its classes are Subn",
                "target | 0,x | 'x' is not the number of a port",
                "target | 70000 | 70000 is not a LID",
                "modifier | two | 'two' is not a modifier; it must be a number from 0 to 0xffffffff",
                "modifier | -1 | '-1' is not a modifier; it must be a number from 0 to 0xffffffff",
                "fields.lidd | 1 | PortInfo has no field 'lidd'; did you mean lid?",
                "fields.lid | one | lid: 'one' is not a number; expected a number such as 17 or 0x11",
                "fields.portState | Acitve | portState: 'Acitve' is neither a number nor a constant; did you mean ACTIVE?",
                "fields.lid | 70000 | lid",
                "fields.lid.0 | 1 | PortInfo.lid has neither fields nor elements, so there is no '0'",
                "fields.capabilityMask[0] | IS_MS | capabilityMask: 'IS_MS' is neither a number nor a constant; did you mean IS_SM?",
            })
    void reportsAnInvalidEntryWithTheValidValues(String property, String value, String message, CapturedOutput output) {
        List<String> arguments = Stream.of(
                        "--mad-lab.queries[0].attribute=NodeInfo",
                        "--mad-lab.queries[1].attribute=" + (property.equals("attribute") ? value : "PortInfo"),
                        property.equals("attribute") ? "" : "--mad-lab.queries[1]." + property + "=" + value)
                .filter(argument -> !argument.isEmpty())
                .toList();
        assertThatThrownBy(() -> status(arguments.toArray(String[]::new))).hasStackTraceContaining("BadQueryException");
        assertThat(output)
                .contains("APPLICATION FAILED TO START")
                .contains(message)
                .contains("mad-lab.queries[1].")
                .doesNotContain("SubnGet(");
    }

    @Test
    void reportsTheLineOfAnInvalidEntry(CapturedOutput output) {
        assertThatThrownBy(() -> status("--spring.config.additional-location=classpath:/wrong/"))
                .isInstanceOf(BadQueryException.class);
        assertThat(output)
                .contains(
                        "mad-lab.queries[1].attribute (class path resource [wrong/application.yml] - 4:18): 'PortInof' is"
                                + " not an attribute that can be read; did you mean PortInfo?");
    }

    @Test
    void rejectsAnEmptyList(CapturedOutput output) {
        assertThatThrownBy(() -> status("--spring.config.location=classpath:/empty/", "--rdma.fabric.type=embedded"))
                .isInstanceOf(BadQueryException.class);
        assertThat(output)
                .contains("mad-lab.queries (")
                .contains("): the list is empty; add at least one entry, with an attribute such as NodeInfo");
    }

    private static int status(String... arguments) {
        ConfigurableApplicationContext application = SpringApplication.run(MadLabApplication.class, arguments);
        return SpringApplication.exit(application);
    }
}
