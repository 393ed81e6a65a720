package io.verbena.shell.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.iba.Guid;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.Yaml;

class FormatsTest {
    /** A node as reports have one. */
    record Node(Guid guid, String name, List<Port> ports) {}

    /** A port of it. */
    record Port(int number, List<Integer> lids) {}

    private static final List<Node> NODES = List.of(
            new Node(
                    Guid.parse("0x10"),
                    "leaf, \"the\" first",
                    List.of(new Port(1, List.of(4, 5)), new Port(2, List.of()))),
            new Node(Guid.parse("0x20"), "leaf 2", List.of()));

    @Test
    void csvHasARowForEachElementOfTheInnermostList() {
        assertThat(Csv.of(Json.tree(NODES, false)))
                .containsExactly(
                        "guid,name,ports.number,ports.lids",
                        "0x0000000000000010,\"leaf, \"\"the\"\" first\",1,4 5",
                        "0x0000000000000010,\"leaf, \"\"the\"\" first\",2,",
                        "0x0000000000000020,leaf 2,,");
    }

    @Test
    void csvAppendsSeveralLists() {
        assertThat(Csv.of(Json.tree(Map.of("a", List.of(Map.of("x", 1), Map.of("x", 2))), false)))
                .containsExactly("a.x", "1", "2");
        assertThat(Csv.of(Json.tree(
                        new Two("leaf", NODES.get(0).ports(), NODES.get(0).ports()), false)))
                .hasSize(5)
                .startsWith("name,in.number,in.lids,out.number,out.lids", "leaf,1,4 5,,");
    }

    /** Two lists beside each other. */
    record Two(String name, List<Port> in, List<Port> out) {}

    @Test
    void csvHasARowForEachWordOfAList() {
        assertThat(Csv.of(Json.tree(List.of("emb0", "emb1"), false))).containsExactly("value", "emb0", "emb1");
        assertThat(Csv.of(Json.tree(List.of(), false))).isEmpty();
    }

    @Test
    void yamlContainsTheValuesOfJson() {
        String yaml = String.join("\n", Json.yaml(Json.tree(NODES, false)));

        assertThat(new Yaml().<List<?>>load(yaml))
                .isEqualTo(List.of(
                        Map.of(
                                "guid",
                                "0x0000000000000010",
                                "name",
                                "leaf, \"the\" first",
                                "ports",
                                List.of(
                                        Map.of("number", 1, "lids", List.of(4, 5)),
                                        Map.of("number", 2, "lids", List.of()))),
                        Map.of("guid", "0x0000000000000020", "name", "leaf 2", "ports", List.of())));
    }

    @Test
    void yamlKeepsStringsThatResembleNumbers() {
        List<Object> values = Arrays.asList("0x10", "12", "no", "null", 12, new BigInteger("18446744073709551615"));

        assertThat(new Yaml().<List<?>>load(String.join("\n", Json.yaml(Json.tree(values, false)))))
                .isEqualTo(values);
    }
}
