#!/usr/bin/env python3
"""fat_tree.py SPINES LEAVES HOSTS_PER_LEAF: prints a two-level fat tree as an ibsim / ibnetdiscover net file."""
import sys

spines, leaves, hosts = map(int, sys.argv[1:4])


def spine(i):
    return f"S-{0x0002c90200000000 + i * 16:016x}"


def leaf(i):
    return f"S-{0x0002c90300000000 + i * 16:016x}"


def host(i):
    return f"H-{0x0008f10000000000 + i * 16:016x}"


# The GUID bases make ibsim give each node the GUID that is its name. What follows "lid" is the link; without it
# ibsim would warn for every port and come up at SDR.
out = []
for s in range(spines):
    out += [f"switchguid=0x{spine(s)[2:]}", f'Switch {max(36, leaves)} "{spine(s)}" # "spine{s}" base port 0 lid 0 lmc 0']
    out += [f'[{l + 1}] "{leaf(l)}"[{s + 1}] # "leaf{l}" lid 0 4xEDR' for l in range(leaves)] + [""]
for l in range(leaves):
    out += [f"switchguid=0x{leaf(l)[2:]}", f'Switch {max(36, spines + hosts)} "{leaf(l)}" # "leaf{l}" base port 0 lid 0 lmc 0']
    out += [f'[{s + 1}] "{spine(s)}"[{l + 1}] # "spine{s}" lid 0 4xEDR' for s in range(spines)]
    for h in range(hosts):
        out.append(f'[{spines + h + 1}] "{host(l * hosts + h)}"[1] # "host{l * hosts + h} HCA-1" lid 0 4xEDR')
    out.append("")
for i in range(leaves * hosts):
    l = i // hosts
    out += [f"caguid=0x{host(i)[2:]}", f'Ca 1 "{host(i)}" # "host{i} HCA-1"']
    out += [f'[1] "{leaf(l)}"[{spines + i % hosts + 1}] # lid 0 lmc 0 "leaf{l}" lid 0 4xEDR', ""]
print("\n".join(out))
