"""What the cases of the check "subnet-manager" use: subnet managers, captures, and forwarding tables as files of ibdiagnet."""
import os
import re
import struct
import subprocess
import time
from collections import Counter, deque

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.join(HERE, "../..")
VERBENA = os.environ.get("VERBENA", os.path.join(ROOT, "verbena"))
START_SECONDS = 120


def run(*command, timeout=120, host=None):
    environment = {**os.environ, "SIM_HOST": host} if host else None
    done = subprocess.run(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=timeout, check=False, env=environment)
    return done.stdout.decode("utf-8", "replace")


def write(path, text):
    with open(path, "w", encoding="utf-8") as out:
        out.write(text)
    return path


def read(path):
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            return file.read()
    except FileNotFoundError:
        return ""


class Manager:
    """A subnet manager that runs at a host of the fabric."""

    def __init__(self, kind, host, folder, *options, conf=""):
        self.kind = kind
        self.log = f"{folder}/{kind}-{host}.log"
        if os.path.exists(self.log):
            os.remove(self.log)
        if kind == "opensm":
            file = write(f"{folder}/opensm-{host}.conf", "sminfo_polling_timeout 200\npolling_retry_number 2\n" + conf)
            command = ["opensm", "-F", file, "-d2", "-f", self.log, *options]
        else:
            command = [VERBENA, "sm", *options]
        self.begin = time.monotonic()
        with open(f"{folder}/{kind}-{host}.out" if kind == "opensm" else self.log, "wb") as out:
            # opensm keeps LIDs in a file, which another one must not read.
            cache = f"{folder}/cache-{host}"
            os.makedirs(cache, exist_ok=True)
            environment = {**os.environ, "SIM_HOST": host, "OSM_CACHE_DIR": cache, "OSM_TMP_DIR": cache}
            if kind == "opensm":
                # Verbena opens the issm file when it can answer; opensm would wait forever for an answer before.
                environment["SIM_SET_ISSM"] = "1"
            self.process = subprocess.Popen(command, env=environment, stdout=out, stderr=out)

    def wait(self, pattern, count=1, seconds=START_SECONDS):
        """Waits until the log contains a pattern, and returns the seconds since the start."""
        while len(re.findall(pattern, read(self.log))) < count:
            if self.process.poll() is not None or time.monotonic() - self.begin > seconds:
                raise RuntimeError(f"{self.kind}: no '{pattern}':\n" + read(self.log)[-2000:])
            time.sleep(0.005)
        return time.monotonic() - self.begin

    def up(self, count=1):
        return self.wait("SUBNET UP" if self.kind == "opensm" else r"sweep \d+: \d+ nodes", count)

    def cpu(self):
        fields = read(f"/proc/{self.process.pid}/stat").rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def stop(self):
        self.process.terminate() if self.kind == "opensm" else self.process.send_signal(2)
        try:
            self.process.wait(5)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


def console(line):
    with open(os.environ["VERBENA_IBSIM_CONSOLE"], "w", encoding="ascii") as fifo:
        fifo.write(line + "\n")


def tables(prefix):
    """The links of switches, the LID of each port that has one, and the forwarding tables, from the files of ibdiagnet."""
    links, lids, hosts = {}, {}, {}
    for line in read(prefix + ".lst").splitlines():
        ends = []
        for kind, node, lid, port in re.findall(r"\{ (CA|SW|Rt)(?:-SM)? .*?NodeGUID:(\w+) .*?LID:(\w+) PN:(\w+) \}", line):
            ends.append((kind, int(node, 16), int(lid, 16), int(port, 16)))
        if len(ends) != 2:
            raise RuntimeError("a line of .lst is not understood: " + line)
        for one, other in (ends, ends[::-1]):
            if one[0] == "SW":
                links[one[1], one[3]] = other
            lids[one[2]] = one[1]
            if one[0] == "CA":
                hosts[one[2]] = one[1]
    forwarding, switch = {}, 0
    for line in read(prefix + ".fdbs").splitlines():
        head = re.search(r"Switch 0x(\w+)", line)
        entry = re.match(r"0x(\w+) : (\d+)", line)
        if head:
            switch = int(head[1], 16)
            forwarding[switch] = {}
        elif entry:
            forwarding[switch][int(entry[1], 16)] = int(entry[2])
    return links, lids, hosts, forwarding


def judge(prefix):
    """What the forwarding tables are like: missing routes, routes that are too long, and paths per link of switches."""
    links, lids, hosts, forwarding = tables(prefix)
    near = {}
    for (switch, port), (kind, guid, lid, _) in links.items():
        near.setdefault(switch, []).append((port, kind, guid, lid))
    attached = Counter()
    for (switch, _), (kind, *_rest) in links.items():
        attached[switch] += kind == "CA"
    neighbors = {switch: {guid for _, kind, guid, _ in ports if kind == "SW"} for switch, ports in near.items()}
    missing = longer = 0
    load = Counter({end: 0 for end, other in links.items() if other[0] == "SW"})
    per_lid = Counter({end: 0 for end, other in links.items() if other[0] == "SW"})
    for lid, node in lids.items():
        last = [switch for (switch, _), other in links.items() if other[2] == lid] if lid in hosts else [node]
        distance = {switch: 0 for switch in last}
        queue = deque(last)
        while queue:
            at = queue.popleft()
            for other in neighbors[at]:
                if other not in distance:
                    distance[other] = distance[at] + 1
                    queue.append(other)
        for source in forwarding:
            at, hops, end, path = source, 0, False, []
            while hops <= len(forwarding):
                port = forwarding[at].get(lid, 255)
                if port == 0 or (at, port) in links and links[at, port][0] != "SW":
                    end = at == node if port == 0 else links[at, port][2] == lid
                    break
                if (at, port) not in links:
                    break
                path.append((at, port))
                at = links[at, port][1]
                hops += 1
            if not end:
                missing += lid in hosts and attached[source] > 0
            elif lid in hosts:
                longer += hops > distance[source]
                for link in path:
                    load[link] += attached[source]
        if lid in hosts:
            for switch in forwarding:
                port = forwarding[switch].get(lid, 255)
                if (switch, port) in per_lid:
                    per_lid[switch, port] += 1
    used = sorted(load.values())
    return {"hosts": len(hosts), "missing": missing, "longer": longer, "paths per link": [used[0], used[-1]],
            "LIDs per port": [min(per_lid.values()), max(per_lid.values())]}


def nodes():
    """The LIDs of all linked ports with an address by their GUIDs, with the kind and the number of the port."""
    found, kinds = {}, {}
    for line in (line for line in run("ibnetdiscover", "-p").splitlines() if " - " in line):
        for kind, lid, port, guid in re.findall(r"\b(CA|SW|RT) +(\d+) +(\d+) (0x\w+)", line):
            found.setdefault((guid, int(port) if kind == "CA" else 0), int(lid))
            kinds.setdefault(guid, (kind, set()))[1].add(int(port))
    return found, kinds


def packets(capture):
    """The time in seconds and the bytes of each datagram in a capture."""
    with open(capture, "rb") as file:
        data = file.read()
    order = ">" if data[:4] == b"\xa1\xb2\x3c\x4d" else "<"
    at = 24
    while at + 16 <= len(data):
        seconds, nanos, length, _ = struct.unpack_from(order + "IIII", data, at)
        # The capture has the headers of a packet before each datagram.
        yield seconds + nanos / 1e9, data[at + 16 + 44:at + 16 + length]
        at += 16 + length
