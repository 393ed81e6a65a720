package io.verbena.topology;

/** Topologies in the format of ibnetdiscover and ibsim. */
final class Texts {
    /** The full form of the C program: two switches, two channel adapters and a router. */
    static final String FULL = """
            #
            # Topology file: generated on Sun Nov  1 02:01:54 2026
            #
            # Initiated from node 0008f10400010000 port 0008f10400010001

            vendid=0x2c9
            devid=0xb924
            sysimgguid=0x2c90000010003
            switchguid=0x2c90000010000(2c90000010000)
            Switch\t8 "S-0002c90000010000"\t\t# "leaf1" base port 0 lid 2 lmc 0
            [1]\t"H-0008f10400010000"[1](8f10400010001) \t\t# "host1 HCA-1" lid 1 4xEDR s=4 w=2 v=4
            [2]\t"H-0008f10400020000"[2](8f10400020002) \t\t# "host2 HCA-1" lid 9 2xHDR s=4 w=16 v=4
            [7]\t"S-0002c90000010200"[1]\t\t# "spine" lid 6 4xFDR10 s=4 w=2 v=5

            vendid=0x0
            devid=0xb924
            switchguid=0x2c90000010200(2c90000010200)
            Switch\t8 "S-0002c90000010200"\t\t# "spine" enhanced port 0 lid 6 lmc 1
            [1]\t"S-0002c90000010000"[7]\t\t# "leaf1" lid 2 4xFDR10 s=4 w=2 v=5
            [8]\t"R-0005ad0000010000"[1](5ad0000010001) \t\t# "router" lid 8 1xSDR s=1 w=1 v=1

            vendid=0x0
            devid=0x1017
            sysimgguid=0x8f10400010000
            caguid=0x8f10400010000
            Ca\t1 "H-0008f10400010000"\t\t# "host1 HCA-1"
            [1](8f10400010001) \t"S-0002c90000010000"[1]\t\t# lid 1 lmc 0 "leaf1" lid 2 4xEDR s=4 w=2 v=4

            vendid=0x0
            devid=0x1017
            sysimgguid=0x8f10400020000
            caguid=0x8f10400020000
            Ca\t2 "H-0008f10400020000"\t\t# "host2 HCA-1"
            [1](8f10400020001) \t"R-0005ad0000010000"[2] (5ad0000010002) \t\t# lid 10 lmc 0 "router" lid 11 4x??? s=0 w=2 v=4
            [2](8f10400020002) \t"S-0002c90000010000"[2]\t\t# lid 9 lmc 3 "leaf1" lid 2 2xHDR s=4 w=16 v=4

            vendid=0x5ad
            devid=0x0
            sysimgguid=0x5ad0000010000
            rtguid=0x5ad0000010000
            Rt\t2 "R-0005ad0000010000"\t\t# "router"
            [1](5ad0000010001) \t"S-0002c90000010200"[8]\t\t# lid 8 lmc 0 "spine" lid 6 1xSDR s=1 w=1 v=1
            [2](5ad0000010002) \t"H-0008f10400020000"[1] (8f10400020001) \t\t# lid 11 lmc 0 "host2 HCA-1" lid 10 4x??? s=0 w=2 v=4
            """;

    /** A handwritten net file, with links from one end only. */
    static final String BY_HAND = """
            # two switches and a host
            Switch 8 "sw1"
            [1] "Hca1"[1]
            [3] "sw2"[4] w=3 s=3

            Switch 8 "sw2" # the "best" switch base port 0 lid 0 lmc 0
            Hca 2 "Hca1" # "Zürich [1] (a) \"b\""
            """;

    private Texts() {}
}
