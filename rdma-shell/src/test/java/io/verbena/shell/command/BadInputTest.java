package io.verbena.shell.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.shell.parity.CommandRun;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Whatever is wrong is said in one line that names the value and what was expected; a second line may help with usage.
 * The columns: exit code, command, what the line says.
 */
class BadInputTest {
    private static final String FABRIC = "--fabric embedded:fat-tree:2,4,4 ";

    @TempDir
    private static Path directory;

    @BeforeAll
    static void writeTheFiles() throws IOException {
        Files.writeString(directory.resolve("garbage"), "garbage {\n");
        Files.write(directory.resolve("binary"), new byte[] {(byte) 0xff, 0, 1, (byte) 0xfe});
        Files.writeString(
                directory.resolve("truncated"), "switchguid=0x2c90000010000\nSwitch 8 \"leaf\" # \"leaf\"\n[1] \"ho");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "4 | ibstat mlx5_7                          | no device is called 'mlx5_7'; this host has emb0",
                "4 | ibstat emb0 9                          | device emb0 has no port 9; it has port 1",
                "4 | ibstat emb0 -1                         | device emb0 has no port -1; it has port 1",
                "4 | ibnetdiscover -C nope                  | no device is called 'nope'; this host has emb0",
                "4 | ibnetdiscover -P 2                     | device emb0 has no port 2; it has port 1",
                "4 | ibnetdiscover -P 999                   | device emb0 has no port 999; it has port 1",
                "4 | ibnetdiscover -C nope -P 1             | no device is called 'nope'; this host has emb0",
                "4 | ibnetdiscover -P abc                   | no device is called 'abc'; this host has emb0",
                "4 | smpquery nodeinfo fe80::1              | there is no path from fe80::8:f100:0:1 to fe80::1",
                "4 | smpquery -G nodeinfo 0x1234            | there is no path from fe80::8:f100:0:1 to fe80::1234",
                "4 | smpquery -t 5 nodeinfo 4000            | to IbPath[dlid=4000] after 3 tries of 5 ms",
                "4 | smpquery -t 5 -D nodeinfo 0,77         | to DirectedPath[0,77] after 3 tries of 5 ms",
                "4 | smpquery -t 5 -D nodeinfo 0,1,35       | to DirectedPath[0,1,35] after 3 tries of 5 ms",
                "4 | smpquery -D portinfo 0,1 99            | SubnGet(PortInfo 99) was refused by DirectedPath[0,1]",
                "4 | ibnetdiscover --node-name-map DIR/none    | cannot read the node name map DIR/none: there is no such file or folder",
                "4 | ibnetdiscover --node-name-map DIR/garbage | 'garbage {'; expected a GUID and a name",
                "4 | ibnetdiscover --node-name-map DIR/binary  | map DIR/binary: it is not UTF-8 text",
                "4 | ibnetdiscover DIR/none/file               | cannot write DIR/none/file: there is no such file or folder",
                "4 | ibnetdiscover DIR                         | cannot write DIR: Is a directory",
                "2 | smpquery nodeinfo 0x                   | '0x' is not an address: write a LID (4, 0x4), a port GUID",
                "2 | smpquery nodeinfo 99999                | 99999 is not a LID; a LID is from 0 to 65535",
                "2 | smpquery nodeinfo 0                    | no port has this LID; those of ports are from 1 to 49151",
                "2 | smpquery nodeinfo 49152                | no port has this LID; those of ports are from 1 to 49151",
                "2 | smpquery -L nodeinfo 0xzz              | '0xzz' is not a LID; write a number from 0 to 65535",
                "2 | smpquery -L nodeinfo 0,1               | '0,1' is not a LID; write a number from 0 to 65535",
                "2 | smpquery -D nodeinfo 5                 | '5' is not an address: a directed route begins with 0",
                "2 | smpquery -D nodeinfo 1,2               | '1,2' is not an address: a directed route begins with 0",
                "2 | smpquery -D nodeinfo 0,x               | '0,x' is not an address: 'x' is not the number of a port",
                "2 | smpquery -D nodeinfo 0,255             | by port 255; ports are from 1 to 254",
                "2 | smpquery -G nodeinfo 12q               | '12q' is not a GUID; write four groups",
                "2 | smpquery nodeinfo fe80::zz             | 'fe80::zz' is not a GID; write it as an IPv6 address",
                "2 | smpquery nodeinfo DirectedPath[        | 'DirectedPath[' is not an address",
                "2 | smpquery portinfo 1 300                | 300 is not a port number; expected 0 to 254",
                "2 | smpquery portinfo 1 -1                 | -1 is not a port number; expected 0 to 254",
                "4 | smpquery -t 5 pkeys 99                 | cannot read the p_key table of 99: SubnGet(NodeInfo) timed out",
                "4 | smpquery -D pkeys 0 9                  | the node has no port 9; its last port is 1",
                "4 | smpquery -D sl2vl 0 9                  | the node has no port 9; its last port is 1",
                "2 | smpquery -D -G nodeinfo 0,1            | -D, -G and -L are mutually exclusive",
                "4 | smpquery --mad verbs nodeinfo 1        | use umad, or ask the subnet administration instead (--sa)",
                "2 | smpquery -y x nodeinfo 1               | --m_key: 'x' is not a number; expected for example 17 or 0x11",
                "2 | smpquery -s x -G nodeinfo 0x1234       | 'x' is not a LID; write a number from 0 to 65535",
                "2 | smpquery -s 0 -G nodeinfo 0x1234       | --sm_port: 0 is not a unicast LID",
                "4 | smpquery -s 99 -t 5 -G nodeinfo 0x1234 | does not answer",
                "4 | smpquery -z DIR/none nodeinfo 1        | cannot read the configuration DIR/none: there is no such file or folder",
                "4 | smpquery -z DIR/garbage nodeinfo 1     | line 1 of the configuration DIR/garbage is 'garbage {'; expected NAME=VALUE",
                "2 | --sa ibnetdiscover --discovery dr      | --sa cannot be combined with --discovery dr",
                "2 | --sa ibnetdiscover --hops 1            | --hops cannot be combined with the subnet administration",
                "2 | ibnetdiscover --load-cache DIR/garbage --hops 1 | --load-cache and --hops are mutually exclusive",
                "2 | ibnetdiscover --load-cache DIR/garbage --discovery sa | --load-cache and --discovery are mutually exclusive",
                "2 | smpquery -c nodeinfo 1                 | -c: the directed route after LID 1 is missing; expected for example 0,1",
                "2 | smpquery -c nodeinfo x 0,1             | 'x' is not a LID",
                "2 | smpquery -c nodeinfo 1 4               | '4' is not an address: a directed route begins with 0",
                "2 | smpquery mepi 1 255                    | 255 is not a port number; expected 0 to 254",
                "4 | sminfo -t 5 99                         | cannot query the subnet manager at 99: SubnGet(SmInfo) timed",
                "2 | sminfo 0xzz                            | '0xzz' is not an address",
                "2 | sminfo 1 x                             | MODIFIER: 'x' is not a number; expected for example 17 or 0x11",
                "2 | sminfo 1 0x100000000                   | MODIFIER: 0x100000000 does not fit in 32 bits",
                "2 | sminfo -s 4 1 1                        | --state: 4 is not a state; expected 0 (not active)",
                "2 | sminfo -s master 1 1                   | --state: 'master' is not a number",
                "2 | sminfo -p 16 1 1                       | --priority: 16 does not fit in 4 bits; expected 0 to 15",
                "2 | sminfo -a 4294967296 1 1               | --activity: 4294967296 does not fit in 32 bits",
                "4 | sminfo -t 5 99 1                       | cannot query the subnet manager at 99: SubnSet(SmInfo 1) timed",
                "4 | smpdump -t 5 99 0x11                   | cannot read attribute 0x11 of 99: SubnGet(NodeInfo) timed out",
                "4 | smpdump -t 5 99 0xff01                 | SubnGet(attribute 0xff01) timed out to IbPath[dlid=99]",
                "2 | query SubnSte NodeInfo 1               | 'SubnSte' is not a supported method; did you mean SubnSet?",
                "2 | query Frobnicate NodeInfo 1            | these are there: SubnGet, SubnSet, SubnAdmGet, SubnAdmSet, SubnAdmDelete,",
                "2 | query SubnAdmGetTabel NodeRecord       | 'SubnAdmGetTabel' is not a supported method; did you mean",
                "2 | query SubnAdmGet TraceRecord           | TraceRecord has no SubnAdmGet; it has SubnAdmGetTraceTable",
                "2 | query SubnAdmGetTable MultiPathRecord  | MultiPathRecord has no SubnAdmGetTable; it has SubnAdmGetMulti",
                "2 | query CommMgtGet ConnectRequest 1      | ConnectRequest has no CommMgtGet or other method with a response",
                "2 | query SubnAdmGetTable NodeRecord ld=3  | NodeRecord has no field 'ld'; did you mean lid?",
                "2 | query SubnAdmGetTable NodeRecord -m 1  | --modifier: SubnAdmGetTable does not use an attribute modifier",
                "2 | query -u SubnAdmGetTable NodeRecord    | SubnAdmGetTable writes nothing",
                "2 | query SubnAdmGetTraceTable TraceRecord hops=1 | PathRecord has no field 'hops'",
                "4 | query SubnAdmGetTable NodeRecord 0,1   | SubnAdmGetTable(NodeRecord) cannot be sent by directed route; give a LID",
                "4 | query -t 5 SubnAdmGetTable NodeRecord 99 | SubnAdmGetTable(NodeRecord) timed out to IbPath[dlid=99",
                "2 | fabric --fabric native                 | the fabric 'native' is not embedded; this command needs an embedded fabric: give --fabric embedded",
                "2 | fabric heal --fabric native            | the fabric 'native' is not embedded",
                "2 | fabric --fabric embeded                | the fabric 'embeded' is not embedded",
                "2 | fabric silence leef0                   | there is no node 'leef0'; the nearest are leaf0",
                "2 | fabric revive leef0                    | there is no node 'leef0'; the nearest are leaf0",
                "2 | fabric reboot leaf0 later              | DURATION: 'later' is not a duration; expected for example 500ns, 20us, 10ms or 2s",
                "2 | fabric delay 5                         | DURATION: '5' is not a duration",
                "2 | fabric delay 5000000000s               | DURATION: '5000000000s' is not a duration",
                "2 | fabric delay -- -1s                    | DURATION: '-1s' is not a duration",
                "2 | fabric cut leaf0 37                    | has no port 37; its ports are 0 to 36",
                "2 | fabric cut leaf0 x                     | PORT: 'x' is not a number",
                "2 | fabric cut leaf0 30                    | port 30 of \"leaf0\" has no link",
                "2 | fabric join leaf0 0                    | port 0 of \"leaf0\" has no link",
                "2 | fabric flap leaf0 30 1s                | port 30 of \"leaf0\" has no link",
                "2 | fabric flap leaf0 1 1h                 | DURATION: '1h' is not a duration",
                "2 | fabric loss 1.5                        | 1.5 is not a fraction; use a number from 0 (no packet) to 1 (all packets)",
                "2 | fabric loss half                       | FRACTION: 'half' is not a fraction; expected 0 to 1, for example 0.05",
                "2 | fabric loss NaN                        | NaN is not a fraction",
                "2 | fabric loss 0.5 x                      | SEED: 'x' is not a number",
                "2 | fabric duplicate 2                     | 2.0 is not a fraction",
                "2 | fabric reorder 0.5 x                   | DURATION: 'x' is not a duration",
                "2 | fabric busy leaf0 1.5                  | 1.5 is not a fraction",
                "2 | fabric busy leaf0 x                    | REQUESTS: 'x' is not a number",
                "2 | fabric redirect leaf0 Subn leaf1 0     | subnet management cannot be redirected; choose another class",
                "2 | fabric redirect leaf0 Performence leaf1 0 | 'Performence' is not a management class; did you mean Performance?",
                "2 | fabric counters leaf0 1 symbolErrorCounter | 'symbolErrorCounter' is not of the form FIELD=VALUE; expected for example symbolErrorCounter=7",
                "2 | fabric counters leaf0 1 symbols=7      | there is no counter 'symbols'; use the name of a field of PortCounters",
                "2 | fabric counters leaf0 1 symbolErrorCounter=x | symbolErrorCounter: 'x' is not a number",
                "2 | fabric pkey host0 0x8001               | has no partition key 0x8001",
                "2 | fabric pkey host0 0x10000              | PKEY: 0x10000 does not fit in 16 bits",
                "2 | fabric serve --warm-up 999999999s      | --warm-up: 999999999s is out of range; expected 0s to 60s",
                "2 | fabric serve --warm-up 1m              | --warm-up: '1m' is not a duration; expected for example 500ns, 20us, 10ms or 2s",
                "2 | fabric serve --warm-up 60s --port x    | --port: 'x' is not a number",
                "2 | fabric drop-sl leaf0 16                | LEVEL: 16 does not fit in 4 bits",
                "2 | query SubnSet NodeInfo 1               | NodeInfo has no SubnSet; it has SubnGet",
                "2 | query SubnGet NodeRecord 1             | 'NodeRecord' is not an attribute of the class Subn; these are there: GuidInfo,",
                "2 | query PerformanceGet Nonsense 1        | 'Nonsense' is not an attribute of the class Performance; these are there: ClassPortInfo,",
                "2 | query -u SubnGet NodeInfo 1            | --update requires a Set that writes a complete attribute; SubnGet writes nothing",
                "2 | query -u SubnAdmSet ServiceRecord      | SubnAdmSet writes only the given fields",
                "2 | query SubnSet PortInfo 1 lid=1 LID=2   | PortInfo.lid is assigned twice",
                "2 | query SubnSet PortInfo 1 lid=65536     | PortInfo.lid: 65536 does not fit in 16 bits; expected 0 to 65535 (0xffff)",
                "2 | query SubnSet PortInfo 1 mKey=0x10000000000000000 | does not fit in 64 bits; expected 0 to 18446744073709551615 (0xffffffffffffffff)",
                "2 | query SubnSet PortInfo 1 lid=-1        | PortInfo.lid: '-1' is not a number; expected for example 17 or 0x11",
                "2 | query SubnSet PortInfo 1 lid=          | PortInfo.lid: '' is not a number",
                "2 | query SubnSet PortInfo 1 lid[0]=1      | PortInfo.lid is not an array and has no element 0",
                "2 | query SubnSet PortInfo 1 lid.x=1       | PortInfo.lid is not a structure and has no field 'x'",
                "2 | query SubnSet PortInfo 1 lid[=1        | 'lid[' is not a field name; expected NAME, NAME[0] or NAME.NAME",
                "2 | query SubnSet PortInfo 1 portState=UP  | PortInfo.portState: 'UP' is neither a number nor a name; these are there: NO_CHANGE, DOWN,",
                "2 | query SubnSet PortInfo 1 portState=ACTIV | 'ACTIV' is neither a number nor a name; did you mean ACTIVE or ACTIVE_DEFER?",
                "2 | query SubnSet PortInfo 1 portState=16  | PortInfo.portState: 16 does not fit in 4 bits; expected 0 to 15 (0xf)",
                "2 | query SubnSet PortInfo 1 linkWidthEnabled=4X,9X | PortInfo.linkWidthEnabled: '9X' is neither a number nor a name",
                "2 | query SubnSet PKeyTable 1 pKey[32]=1   | PKeyTable.pKey has no element 32; the last is 31",
                "2 | query SubnSet PKeyTable 1 pKey[1]=0x10000 | PKeyTable.pKey[1]: 0x10000 does not fit in 16 bits; expected 0 to 65535",
                "2 | query SubnSet PKeyTable 1 pKey=1,x     | PKeyTable.pKey[1]: 'x' is not a number",
                "2 | query SubnSet PKeyTable 1 pKey=1,2 pKey[1]=3 | PKeyTable.pKey[1] is assigned twice",
                "2 | query SubnSet GuidInfo 1 guid=1,2,3,4,5,6,7,8,9 | GuidInfo.guid: 9 values given for 8 elements",
                "2 | query SubnSet GuidInfo 1 guid=zz       | GuidInfo.guid[0]: 'zz' is not a GUID; write four groups",
                "2 | query SubnSet VlArbitrationTable 1 entry.vl=1 | VlArbitrationTable.entry has 32 elements; select one, for example entry[0]",
                "2 | query SubnSet VlArbitrationTable 1 entry[3]=1 | VlArbitrationTable.entry[3] is a structure; set its fields one by one, entry[3].vl=VALUE",
                "2 | query SubnSet VlArbitrationTable 1 entry[3].vx=1 | VlArbitrationEntry has no field 'vx'; did you mean vl?",
                "2 | query SubnSet VlArbitrationTable 1 entry[3].vl=16 | VlArbitrationTable.entry[3].vl: 16 does not fit in 4 bits",
                "2 | query SubnAdmSet ServiceRecord serviceGid=fe80::zz | ServiceRecord.serviceGid: 'fe80::zz' is not a GID; write it as",
                "2 | query SubnAdmSet ServiceRecord serviceKey=0x0102 | ServiceRecord.serviceKey: 2 bytes given; the field has 16; to set a single byte, write serviceKey[0]=VALUE",
                "2 | query SubnAdmSet ServiceRecord serviceKey=0q | ServiceRecord.serviceKey: '0q' is not a byte string; write two hexadecimal digits per byte",
                "2 | query SubnAdmSet ServiceRecord serviceKey[3]=256 | ServiceRecord.serviceKey[3]: 256 does not fit in 8 bits",
                "2 | query SubnAdmGet NodeRecord nodeInfo=1 | NodeRecord.nodeInfo is a structure; set its fields one by one, nodeInfo.",
                "2 | query SubnAdmGet NodeRecord nodeInfo.nodeGuid=0xg | NodeRecord.nodeInfo.nodeGuid: '0xg' is not a GUID",
                "2 | query SubnGet NodInfo                  | 'NodInfo' is not an attribute of the class Subn; did you mean NodeInfo",
                "2 | query SubnAdmGet NodeRecord ld=3       | NodeRecord has no field 'ld'; did you mean lid?",
                "2 | query SubnAdmGet NodeRecord lid=70000  | NodeRecord.lid: 70000 does not fit in 16 bits",
                "2 | query SubnAdmGet PathRecord mtu=9x     | PathRecord.mtu: '9x' is neither a number nor a name",
                "2 | query SubnAdmGet PathRecord mtu=HUGE   | PathRecord.mtu: 'HUGE' is neither a number nor a name; these are there: MTU_256, MTU_512",
                "2 | query SubnGet NodeInfo 0,1 extra       | 'extra' is not of the form FIELD=VALUE",
                "2 | query SubnGet NodeInfo --modifier x    | --modifier: 'x' is not a number",
                "4 | query PerformanceGet PortCounters 99   | there is no path from",
                "2 | smpdump 1 NodeInfo                     | ATTRIBUTE: 'NodeInfo' is not a number; expected for example 17 or 0x11",
                "2 | smpdump 1 0x10000                      | ATTRIBUTE: 0x10000 does not fit in 16 bits; expected 0 to 65535 (0xffff)",
                "2 | smpdump 1 -- -1                        | ATTRIBUTE: '-1' is not a number",
                "2 | smpdump 1 0x11 0x100000000             | MODIFIER: 0x100000000 does not fit in 32 bits; expected 0 to 4294967295",
                "2 | decode-mad 012                         | line 1, column 1: '012' has an odd number of digits",
                "2 | decode-mad 0101 01xy                   | line 1, column 8: 'x' is not a hexadecimal digit",
                "2 | decode-mad 01010101                    | 4 bytes from byte 0 on are too few: the header of a",
                "2 | decode-mad 0x                          | line 1, column 1: '0x' has an odd number of digits",
                "2 | decode-mad --                          | no hexadecimal digit in the text",
                "2 | decode-mad -f DIR/binary               | line 1, column 1: 'ÿ' is not a hexadecimal digit",
                "4 | decode-mad @DIR/none                   | cannot read DIR/none: there is no such file or folder",
                "4 | decode-mad -f DIR                      | cannot read DIR: Is a directory",
                "4 | decode-mad -f DIR/garbage/x            | cannot read DIR/garbage/x: Not a directory",
                "2 | decode-mad -f DIR/garbage 01           | unexpected argument: '01'; the bytes are read from DIR/garbage",
                "2 | decode-mad --umad --offset 1 01        | --umad and --offset are mutually exclusive",
                "2 | decode-mad --offset 9 0101             | offset 9 exceeds the 2 bytes",
                "2 | decode-mad 05000000000000000000000000000000000000000000000000 | byte 0 is 0x05, but a datagram begins",
                "2 | ibsendtrap pkey 300                    | 300 is not a port number; expected 0 to 254",
                "2 | sm nonsense                            | 'nonsense' is neither 'plan' nor an option",
                "2 | sm -R dor                              | --routing-engine: 'dor' is unknown; expected min-hop",
                "2 | sm -p 16                               | priority 16 is out of range; expected 0 to 15",
                "2 | --sa ibsendtrap                        | --sa: the subnet administration never accepts traps",
                "4 | mcm_rereg_test DIR/none                | cannot read the list DIR/none: there is no such file or folder",
                "4 | mcm_rereg_test DIR/binary              | cannot read the list DIR/binary: it is not UTF-8 text",
                "4 | mcm_rereg_test DIR/garbage             | line 1 of the list DIR/garbage is 'garbage {'; expected a port GUID",
                "2 | mcm_rereg_test -r 0 DIR/garbage        | --rounds: 0 is out of range; expected 1 to 10000",
                "4 | set_nodedesc -C nope x                 | no device is called 'nope'; this host has emb0",
                "2 | vendstat 1                             | missing operation: give at least one of -N, --cpi, -w, -i, -c, -R and -W",
                "2 | vendstat -i 1 300                      | PORT: 300 does not fit in 8 bits; expected 0 to 255",
                "2 | vendstat -c 1 1                        | -c: '1' is not of the form NUM,NUM; expected for example 0,1",
                "2 | vendstat -c 1,256 1                    | -c: 256 does not fit in 8 bits",
                "2 | vendstat -R 1,2,3 1                    | --Read: '1,2,3' is not of the form ADDR[,MASK]; expected for example 0xf0014,0xff",
                "2 | vendstat -W 1 1                        | --Write: '1' is not of the form ADDR,VALUE[,MASK]",
                "2 | vendstat -R 0x100000000 1              | --Read: 0x100000000 does not fit in 32 bits",
                "4 | vendstat -t 5 -N 4000                  | there is no path from fe80::8:f100:0:1 to LID 4000",
                "4 | ibcacheedit DIR/none DIR/new           | cannot read the cache DIR/none: there is no such file or folder",
                "4 | ibcacheedit DIR/binary DIR/new         | DIR/binary: at byte 0: expected a header",
                "2 | ibnetdiscover -t 0                     | timeout 0s is out of range; expected 0.001s to 1h",
                "2 | ibnetdiscover -t -1                    | timeout -0.001s is out of range; expected 0.001s to 1h",
                "2 | ibnetdiscover -o 0                     | outstanding requests 0 is out of range; expected 1 to 4096",
                "2 | ibnetdiscover -o -5                    | outstanding requests -5 is out of range; expected 1 to 4096",
                "2 | ibnetdiscover --hops 99                | number of hops 99 is out of range; expected 0 to 63",
                "2 | ibnetdiscover --hops -1                | number of hops -1 is out of range; expected 0 to 63",
            })
    void isReportedInOneLine(int exitCode, String command, String message) {
        CommandRun run = run(FABRIC + command);

        assertThat(run.exitCode()).as(run.err()).isEqualTo(exitCode);
        assertThat(run.errors()).hasSize(1);
        assertSaid(run, message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "nonsense                       | unknown fabric 'nonsense'; expected native or embedded",
                "embedded:nonsense              | there is no embedded fabric 'nonsense', and no file of this name",
                "embedded:fat-tree              | 'fat-tree' does not have the form fat-tree:SPINES,LEAVES,HOSTS_PER_LEAF",
                "embedded:fat-tree:1,2          | 'fat-tree:1,2' does not have the form fat-tree:SPINES",
                "embedded:fat-tree:a,b,c        | 'fat-tree:a,b,c' does not have the form fat-tree:SPINES",
                "embedded:fat-tree:0,2,2        | spines is 0; use a number from 1 to 253",
                "embedded:fat-tree:1,2,99999    | hosts per leaf is 99999; use a number from 1 to 253",
                "embedded:DIR/none              | cannot read the topology DIR/none: there is no such file or folder",
                "embedded:DIR                   | cannot read the topology DIR: Is a directory",
                "embedded:DIR/garbage           | DIR/garbage:1: expected Switch, Ca, Hca or Rt with a node",
                "embedded:DIR/truncated         | DIR/truncated:3: ",
                "embedded:DIR/binary            | DIR/binary",
            })
    void namesTheInvalidFabric(String fabric, String message) {
        CommandRun run = run("ibstat --fabric " + fabric);

        assertThat(run.exitCode()).as(run.err()).isIn(2, 4);
        assertThat(run.errors()).hasSize(1);
        assertSaid(run, message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "ibstat emb0 abc           | (PORT): 'abc' is not an integer | Try 'verbena ibstat --help'.",
                "smpquery portinfo 1 x     | (PORT): 'x' is not an integer   | Try 'verbena smpquery --help'.",
                "ibnetdiscover -t abc      | '--timeout': 'abc' is not an integer   | Try 'verbena ibnetdiscover --help'.",
                "ibnetdiscover -t 9999999999 | '9999999999' is not an integer | Try 'verbena ibnetdiscover --help'.",
                "ibnetdiscover -t          | for option '--timeout' (MS)         | Try 'verbena ibnetdiscover --help'.",
                "ibnetdiscover -o x        | 'x' is not an integer           | Try 'verbena ibnetdiscover --help'.",
                "ibnetdiscover --lst       | unknown option: '--lst'          | Did you mean --list",
                "ibnetdiscover --prots     | unknown option: '--prots'        | Did you mean --ports?",
                "ibnetdiscover -Z          | unknown option: '-Z'             | ``",
                "ibnetdiscover -lZ         | '-Z'                                | ``",
                "smpquery --mad x nodeinfo 1 | expected one of [umad, verbs] (case-insensitive) but was 'x' | Try 'verbena smpquery --help'.",
                "ibnetdiscover --discovery x | expected one of [dr, lid, sa] (case-insensitive) but was 'x' | Try 'verbena ibnetdiscover --help'.",
                "ibnetdiscover a b         | unexpected argument: 'b'        | Try 'verbena ibnetdiscover --help'.",
                "ibnetdicover              | unknown command: 'ibnetdicover'  | Did you mean ibnetdiscover or ibdiscover?",
                "nonsense                  | unknown command: 'nonsense'      | Try 'verbena --help'.",
                "decode-mad --offset x 01  | '--offset': 'x' is not an integer | Try 'verbena decode-mad --help'.",
                "sminfo 1 2 3              | unexpected argument: '3'        | Try 'verbena sminfo --help'.",
                "query SubnGet             | Missing required parameter: 'ATTRIBUTE' | Try 'verbena query --help'.",
                "query --updat SubnSet PortInfo | unknown option: '--updat'   | Did you mean --update?",
                "smpdump 1                 | Missing required parameter: 'ATTRIBUTE' | Try 'verbena smpdump --help'.",
                "smpquery nodinfo 1        | 'nodinfo' is not an operation; expected one of nodeinfo | Try",
                "smpquery nodeinfo         | Missing required parameter: 'ADDRESS' | Try 'verbena smpquery --help'.",
                "ibsendtrap nonsense       | 'nonsense' is not a trap; expected one of node_desc_change, | Try 'verbena ibsendtrap --help'.",
                "ibcacheedit one           | Missing required parameter: 'EDITED' | Try 'verbena ibcacheedit --help'.",
                "vendstat -N               | Missing required parameter: 'ADDRESS' | Try 'verbena vendstat --help'.",
                "mcm_rereg_test -r x       | 'x' is not an integer           | Try 'verbena mcm_rereg_test --help'.",
                "set_nodedesc a b          | unexpected argument: 'b'        | Try 'verbena set_nodedesc --help'.",
                "smpquery                  | Missing required parameters: 'OPERATION', 'ADDRESS' | Try",
                "smpquery nodeinfo 1 2 3   | unexpected argument: '3'        | Try 'verbena smpquery --help'.",
                "smpquery -P 1 -P 2 nodeinfo 1 | option '--Port' (PORT) should be specified only once | Try",
                "ibstat --format xml       | expected one of [text, json, csv, yaml] (case-insensitive) but was 'xml' | Try",
                "ibstat --format           | for option '--format' (FORMAT)      | Try 'verbena ibstat --help'.",
                "-t abc ibstat             | 'abc' is not an integer         | Try 'verbena --help'.",
            })
    void isReportedWithAHint(String command, String message, String hint) {
        CommandRun run = run(FABRIC + command);

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.errors()).hasSize(2);
        assertSaid(run, message);
        assertThat(run.errors().get(1)).startsWith(hint);
    }

    @Test
    void reportsTheMaximumNumberOfHops() {
        CommandRun run =
                CommandRun.verbena("smpquery", "--fabric", "embedded", "-D", "nodeinfo", "0" + ",1".repeat(64));

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.errors()).hasSize(1);
        assertSaid(run, "is not an address: a directed route has at most 63 hops");
    }

    @Test
    void rejectsAnEmptyArgument() {
        assertSaid(CommandRun.verbena("smpquery", "--fabric", "embedded", "nodeinfo", ""), "'' is not an address");
        assertSaid(CommandRun.verbena("ibstat", "--fabric", ""), "unknown fabric ''");
        assertSaid(CommandRun.verbena(""), "unknown command: ''");
    }

    @Test
    void showsTheStackTraceOnlyWithDebug() {
        String command = "--fabric embedded smpquery -t 5 nodeinfo 99";

        assertThat(CommandRun.verbenaLine(command).err()).doesNotContain("\tat ");
        assertThat(CommandRun.verbenaLine("-v " + command).err()).doesNotContain("\tat ");
        assertThat(CommandRun.verbenaLine("-d " + command).err()).contains("\tat io.verbena.");
    }

    private static CommandRun run(String line) {
        return CommandRun.verbenaLine(line.replace("DIR", directory.toString()));
    }

    private static void assertSaid(CommandRun run, String message) {
        assertThat(run.out()).isEmpty();
        assertThat(run.errors().get(0))
                .startsWith("verbena: ")
                .contains(message.replace("DIR", directory.toString()))
                .doesNotContain("Exception");
        assertThat(StandardCharsets.UTF_8.newEncoder().canEncode(run.err())).isTrue();
    }
}
