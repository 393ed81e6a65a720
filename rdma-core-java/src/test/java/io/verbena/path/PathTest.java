package io.verbena.path;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.verbena.iba.Gid;
import io.verbena.iba.Guid;
import io.verbena.iba.Lid;
import io.verbena.iba.Mtu;
import io.verbena.iba.Rate;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Texts of addresses and paths. */
class PathTest {
    private final Random random = new Random(20261101);

    @ParameterizedTest(name = "{0} is {1}")
    @CsvSource(
            delimiter = '|',
            value = {
                "4                              | IbPath[dlid=4]",
                "0x4                            | IbPath[dlid=4]",
                "0x001c                         | IbPath[dlid=28]",
                "010                            | IbPath[dlid=10]",
                "49151                          | IbPath[dlid=49151]",
                "65535                          | IbPath[dlid=65535]",
                "0002:c903:0000:1491            | IbPath[dgid=fe80::2:c903:0:1491]",
                "2:c903:0:1491                  | IbPath[dgid=fe80::2:c903:0:1491]",
                "0x0002c90300001491             | IbPath[dgid=fe80::2:c903:0:1491]",
                "0x12345                        | IbPath[dgid=fe80::1:2345]",
                "fe80::2:c903:0:1491            | IbPath[dgid=fe80::2:c903:0:1491]",
                "FEC0:0:0:1:0002:c903:0:1491    | IbPath[dgid=fec0::1:2:c903:0:1491]",
                "::ffff:10.0.0.1                | IbPath[dgid=::ffff:10.0.0.1]",
                "fe80::1%mlx5_0/1               | IbPath[dgid=fe80::1, scope=mlx5_0/1]",
                "IbPath[dlid=4]                 | IbPath[dlid=4]",
                "IbPath[dlid=0x4,sl=2]          | IbPath[dlid=4, sl=2]",
                "IbPath[ sl = 0xf , dlid = 4 ]  | IbPath[dlid=4, sl=15]",
                "IbPath[dlid=4, pkey=0x8001]    | IbPath[dlid=4, pkey=0x8001]",
                "IbPath[dlid=4, dgid=fe80::1, sl=0, pkey=65535, scope=mlx5_0/1] | IbPath[dlid=4, dgid=fe80::1, scope=mlx5_0/1]",
                "0,1,4                          | DirectedPath[0,1,4]",
                "0,1,4,                         | DirectedPath[0,1,4]",
                "0,                             | DirectedPath[0]",
                "' 0, 1, 4 '                    | DirectedPath[0,1,4]",
                "4+0,1                          | CombinedPath[4+0,1]",
                "' 0x4 + 0, 1 '                 | CombinedPath[4+0,1]",
                "CombinedPath[49151+0,254]      | CombinedPath[49151+0,254]",
                "DirectedPath[0]                | DirectedPath[0]",
                "DirectedPath[0,254]            | DirectedPath[0,254]",
            })
    void everyFormIsToldByItselfAndWrittenBack(String text, String written) {
        Path path = Path.parse(text);
        assertThat(path).hasToString(written);
        assertThat(Path.parse(written)).isEqualTo(path).hasSameHashCodeAs(path);
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "\"\"                     | write a LID (4, 0x4), a port GUID (0002:c903:0000:1491, 0x0002c90300001491),"
                        + " a GID (fe80::2:c903:0:1491), a directed route (0,1,4) or a combined one (4+0,1)",
                "leaf2                    | write a LID (4, 0x4), a port GUID",
                "-4                       | write a LID (4, 0x4), a port GUID",
                "0                        | no port has this LID; those of ports are from 1 to 49151",
                "49152                    | no port has this LID; those of ports are from 1 to 49151",
                "65536                    | 65536 is not a LID; a LID is from 0 to 65535",
                "fe80::g                  | 'fe80::g' is not a GID; write it as an IPv6 address, fe80::2:c903:0:1491",
                "localhost:1              | 'localhost:1' is not a GID",
                "1,4                      | a directed route begins with 0, as in 0,1,4",
                "\",\"                    | a directed route begins with 0, as in 0,1,4",
                "0,,4                     | '' is not the number of a port",
                "0,1,x                    | 'x' is not the number of a port",
                "0,1,-4                   | '-4' is not the number of a port",
                "0,0                      | a directed route cannot leave by port 0; ports are from 1 to 254",
                "0,255                    | a directed route cannot leave by port 255; ports are from 1 to 254",
                "4+1                      | a directed route begins with 0, as in 0,1,4",
                "4+0                      | a combined route has at least one hop; for LID 4 itself, use the LID alone",
                "0+0,1                    | a combined route cannot start at LID 0; those of ports are from 1 to 49151",
                "65535+0,1                | a combined route cannot start at LID 65535",
                "+0,1                     | a combined route is a LID and a directed route, as in 4+0,1",
                "CombinedPath[4]          | a combined route is a LID and a directed route, as in 4+0,1",
                "DirectedPath[1]          | a directed route begins with 0, as in 0,1,4",
                "DirectedPath[0,1         | a directed route begins with 0, as in 0,1,4",
                "IbPath[dlid=4            | the closing bracket is missing",
                "IbPath[]                 | '' is not name=value",
                "IbPath[4]                | '4' is not name=value",
                "IbPath[dlid=x]           | 'x' is not a LID; write a number from 0 to 65535, or 0x…",
                "IbPath[sl=3]             | a path needs a dlid or a dgid",
                "IbPath[dlid=4, sl=16]    | sl 16 is out of range; expected 0 to 15",
                "IbPath[dlid=4, sl=two]   | 'two' is not a number",
                "IbPath[dlid=4, sl=]      | '' is not a number",
                "IbPath[dlid=4, pkey=0x10000] | pkey 65536 is out of range; expected 0 to 65535",
                "IbPath[dlid=4, bits=128]     | bits 128 is out of range; expected 0 to 127",
                "IbPath[dlid=4, hops=-1]      | hops -1 is out of range; expected 0 to 255",
                "IbPath[dlid=4, flow=0x100000]    | flow 1048576 is out of range; expected 0 to 1048575",
                "IbPath[dlid=4, class=256]    | class 256 is out of range; expected 0 to 255",
                "IbPath[dlid=4, life=64]      | life 64 is out of range; expected -1 to 63",
                "IbPath[dlid=4, colour=red]   | 'colour' is none of dlid, dgid, sl, pkey, bits, hops, flow, class, life, mtu, rate, scope",
            })
    void whatIsNoAddressIsRefusedWithTheReason(String text, String reason) {
        assertThatExceptionOfType(MalformedAddressException.class)
                .isThrownBy(() -> Path.parse(text))
                .withMessageStartingWith("'" + text + "' is not an address: " + reason);
    }

    @Test
    void aDirectedRouteHasAtMost63Hops() {
        String most = "0" + ",1".repeat(63);
        DirectedPath path = DirectedPath.parse(most);
        assertThat(path.hops()).isEqualTo(63);
        assertThat(path.initialPath()).hasSize(64);
        assertThat(path.initialPath()[63]).isEqualTo((byte) 1);
        assertThatExceptionOfType(MalformedAddressException.class)
                .isThrownBy(() -> Path.parse(most + ",1"))
                .withMessageEndingWith("a directed route has at most 63 hops");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> path.then(1))
                .withMessage("a directed route has at most 63 hops");
    }

    @Test
    void aDirectedRouteIsBuiltHopByHop() {
        DirectedPath path = DirectedPath.of(1, 4).then(254);
        assertThat(path.route()).isEqualTo("0,1,4,254");
        assertThat(IntStream.range(0, path.hops()).map(path::port)).containsExactly(1, 4, 254);
        assertThat(path.initialPath()).startsWith(0, 1, 4, (byte) 254, 0);
        assertThat(DirectedPath.of()).isEqualTo(DirectedPath.self()).hasToString("DirectedPath[0]");
        assertThat(DirectedPath.parse("0")).isEqualTo(DirectedPath.self());
        assertThat(DirectedPath.of(1)).isNotEqualTo(DirectedPath.of(1, 1)).isNotEqualTo(IbPath.to(Lid.of(1)));
    }

    @Test
    void everyDirectedRouteIsParsedFromItsText() {
        for (int round = 0; round < 2_000; round++) {
            DirectedPath path =
                    DirectedPath.of(random.ints(random.nextInt(64), 1, 255).toArray());
            assertThat(Path.parse(path.toString())).isEqualTo(path);
            assertThat(DirectedPath.parse(path.route())).isEqualTo(path);
        }
    }

    @Test
    void everyPathIsParsedFromItsText() {
        String[] scopes = {"", "mlx5_0/1", "emb0/1", "ibsim0", "mlx5-bond.0/12"};
        for (int round = 0; round < 10_000; round++) {
            IbPath path = new IbPath(
                    Lid.of(random.nextBoolean() ? 0 : random.nextInt(0x10000)),
                    new Gid(random.nextLong(), random.nextBoolean() ? 0 : random.nextLong()),
                    random.nextInt(16),
                    random.nextBoolean() ? 0xffff : random.nextInt(0x10000),
                    random.nextBoolean() ? 0 : random.nextInt(128),
                    random.nextBoolean() ? 0 : random.nextInt(256),
                    random.nextBoolean() ? 0 : random.nextInt(1 << 20),
                    random.nextBoolean() ? 0 : random.nextInt(256),
                    random.nextBoolean() ? -1 : random.nextInt(64),
                    Mtu.of(random.nextInt(7)),
                    Rate.of(random.nextInt(26)),
                    scopes[random.nextInt(scopes.length)]);
            assertThat(Path.parse(path.toString())).isEqualTo(path);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {" mlx5_0", "mlx5_0 ", "mlx5_0,sl=3", " "})
    void aScopeThatCannotBeParsedIsRefused(String scope) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> IbPath.to(Lid.of(4)).withScope(scope))
                .withMessage("scope='" + scope + "' is not the name of an end port; write mlx5_0/1");
    }

    @Test
    void anyOtherTextIsAMalformedAddress() {
        String alphabet = "0123456789abcdefxX:.,[]=% -gIbPathDirectdlsgkyo";
        String[] starts = {
            "", "0,", "0x", "fe80::", "IbPath[", "DirectedPath[", "IbPath[dlid=", "::ffff:", "IbPath[dgid="
        };
        int parsed = 0;
        for (int round = 0; round < 100_000; round++) {
            String text = starts[random.nextInt(starts.length)]
                    + random.ints(random.nextInt(12), 0, alphabet.length())
                            .mapToObj(index -> String.valueOf(alphabet.charAt(index)))
                            .collect(Collectors.joining())
                    + (random.nextInt(4) == 0 ? "]" : "");
            try {
                Path path = Path.parse(text);
                assertThat(Path.parse(path.toString())).as(text).isEqualTo(path);
                parsed++;
            } catch (MalformedAddressException e) {
                assertThat(e).hasMessageStartingWith("'" + text + "' is not an address: ");
            }
        }
        assertThat(parsed).as("some of it makes sense").isGreaterThan(1_000);
    }

    @Test
    void aPathWithALidIsResolved() {
        IbPath path = IbPath.to(Guid.of(0x2c90300001491L));
        assertThat(path.isResolved()).isFalse();
        assertThat(path.withDlid(Lid.of(7)).withSl(3)).hasToString("IbPath[dlid=7, dgid=fe80::2:c903:0:1491, sl=3]");
        assertThat(path.withDlid(Lid.of(7)).isResolved()).isTrue();
        assertThatIllegalArgumentException().isThrownBy(() -> path.withSl(-1));
        assertThatIllegalArgumentException().isThrownBy(() -> path.withPKey(-1)).withMessageContaining("pkey -1");
    }

    @Test
    void routesAreAppended() {
        DirectedPath one = DirectedPath.of(1, 4);

        assertThat(one.then(DirectedPath.of(2, 3))).isEqualTo(DirectedPath.of(1, 4, 2, 3));
        assertThat(one.then(DirectedPath.self())).isEqualTo(one);
        assertThat(DirectedPath.self().then(one)).isSameAs(one);
    }

    @Test
    void aRouteOfTwoPartsHasAtMost63Hops() {
        DirectedPath half =
                DirectedPath.of(IntStream.generate(() -> 1).limit(32).toArray());
        DirectedPath rest =
                DirectedPath.of(IntStream.generate(() -> 2).limit(31).toArray());

        assertThat(half.then(rest).hops()).isEqualTo(DirectedPath.MAX_HOPS);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> half.then(half))
                .withMessage("a directed route has at most 63 hops");
    }

    @Test
    void aRouteFromALidIsCombined() {
        IbPath path = IbPath.to(Lid.of(4));

        assertThat(path.then(DirectedPath.of(1))).hasToString("CombinedPath[4+0,1]");
        assertThat(path.then(DirectedPath.self())).isSameAs(path);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> IbPath.to(Guid.of(7)).then(DirectedPath.of(1)))
                .withMessageContaining("has no LID");
    }

    @Test
    void differentRoutesHaveDifferentHashes() {
        assertThat(DirectedPath.of(1).hashCode())
                .isNotEqualTo(DirectedPath.of(2).hashCode());
    }

    @ParameterizedTest
    @ValueSource(strings = {"+0,1", "IbPath[=4]", "IbPath[dlid=4, =]"})
    void anEmptyNameIsRefused(String text) {
        assertThatExceptionOfType(MalformedAddressException.class).isThrownBy(() -> Path.parse(text));
    }

    @Test
    void anUnknownRateIsRefusedWithTheKnownOnes() {
        assertThatExceptionOfType(MalformedAddressException.class)
                .isThrownBy(() -> Path.parse("IbPath[dlid=4, rate=3]"))
                .withMessageContaining("'3' is not one of 2.5, 10, 30")
                .withMessageNotContaining("Gbps");
        assertThatExceptionOfType(MalformedAddressException.class)
                .isThrownBy(() -> Path.parse("IbPath[dlid=4, mtu=255]"))
                .withMessageContaining("'255' is not one of 256, 512, 1024, 2048, 4096");
    }
}
