package io.verbena.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import io.verbena.diag.ibdm.FabricDesign;
import io.verbena.diag.ibdm.LevelFiles;
import io.verbena.diag.ibdm.LinkList;
import io.verbena.diag.ibdm.PartitionList;
import io.verbena.diag.ibdm.RoutingDumps;
import io.verbena.diag.ibdm.SubnetDatabase;
import io.verbena.diag.ibdm.SystemLibrary;
import io.verbena.error.RdmaException;
import io.verbena.subnet.Subnet;
import java.util.List;

class IbdmFileFuzzTest {
    private static final String LINK =
            "{ SW Ports:24 SystemGUID:1 NodeGUID:1 PortGUID:1 VenID:1 DevID:1 Rev:1 {a} LID:0001 PN:01 }"
                    + " { CA Ports:01 SystemGUID:2 NodeGUID:2 PortGUID:3 VenID:1 DevID:1 Rev:1 {b} LID:0002 PN:01 }"
                    + " PHY=4x LOG=ACT SPD=10";

    /** The links of a text of our own, which the other files refer to. */
    private static final Subnet SUBNET = LinkList.parse("links", List.of(LINK));

    @FuzzTest
    void aFileIsReadOrRefusedAndWhatIsReadIsWrittenAsItself(FuzzedDataProvider data) {
        int kind = data.consumeInt(0, 7);
        String text = data.consumeRemainingAsString();
        List<String> lines = text.lines().toList();
        try {
            switch (kind) {
                case 0 -> {
                    List<String> links = LinkList.lines(LinkList.parse("file", lines));
                    assertThat(LinkList.lines(LinkList.parse("again", links))).hasSameSizeAs(links);
                }
                case 1 -> {
                    List<String> tables = RoutingDumps.unicast(SUBNET, RoutingDumps.parseUnicast("file", lines));
                    assertThat(RoutingDumps.unicast(SUBNET, RoutingDumps.parseUnicast("again", tables)))
                            .isEqualTo(tables);
                }
                case 2 -> {
                    List<String> trees = RoutingDumps.multicast(SUBNET, RoutingDumps.parseMulticast("file", lines));
                    assertThat(RoutingDumps.multicast(SUBNET, RoutingDumps.parseMulticast("again", trees)))
                            .isEqualTo(trees);
                }
                case 3 -> {
                    List<String> keys = PartitionList.lines(PartitionList.parse("file", lines));
                    assertThat(PartitionList.lines(PartitionList.parse("again", keys)))
                            .isEqualTo(keys);
                }
                case 4 -> LevelFiles.parsePaths("file", lines);
                case 5 -> LevelFiles.parseLanes(SUBNET, "file", lines);
                case 6 -> FabricDesign.parse("file", lines, new SystemLibrary().add("library", lines));
                default -> SubnetDatabase.lines(SubnetDatabase.parse("file", text));
            }
        } catch (RdmaException refused) {
            assertThat(refused.getMessage()).isNotEmpty();
        }
    }
}
