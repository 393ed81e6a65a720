// Places nodes: spines above, leaf switches below, and the hosts of a leaf in a block under it.

const ROW = 14;
const GIGABITS = { SDR: 2.5, DDR: 5, QDR: 10, FDR10: 10.3125, FDR: 14.0625, EDR: 25.78125, HDR: 53.125, NDR: 106.25, XDR: 212.5 };
const names = new Intl.Collator('en', { numeric: true });
const byName = (one, other) => names.compare(one.name, other.name);

/** Returns the other ends of the links of a node. */
const peers = (node) => node.ports.filter((port) => port.peer).map((port) => port.peer.node);

/** Returns the distance of each node from the nearest host; a subnet without hosts is one row. */
function levels(nodes) {
  const byGuid = new Map(nodes.map((node) => [node.guid, node]));
  const level = new Map();
  let edge = nodes.filter((node) => node.type !== 'switch');
  edge.forEach((node) => level.set(node.guid, 0));
  for (let depth = 1; edge.length; depth++) {
    const next = new Set(edge.flatMap(peers).filter((guid) => byGuid.has(guid) && !level.has(guid)));
    next.forEach((guid) => level.set(guid, depth));
    edge = [...next].map((guid) => byGuid.get(guid));
  }
  nodes.forEach((node) => level.has(node.guid) || level.set(node.guid, 1));
  return level;
}

/** Returns the nodes of each level in the order of their names, and the hosts of each leaf switch. */
function rows(nodes) {
  const level = levels(nodes);
  const found = [];
  const hosts = new Map();
  for (const node of nodes) {
    const depth = level.get(node.guid);
    if (depth === 0) {
      const leaf = peers(node)[0] ?? '';
      hosts.set(leaf, hosts.get(leaf) ?? []);
      hosts.get(leaf).push(node);
    } else {
      found[depth] ??= [];
      found[depth].push(node);
    }
  }
  found.forEach((row) => row.sort(byName));
  hosts.forEach((row) => row.sort(byName));
  return { found, hosts };
}

/**
 * Returns the links by number: the coordinates of both ends, whether both are switches, the rate in bits per second, and the
 * number of the link of each port, by GUID/number.
 */
function links(nodes, places) {
  const coordinates = [];
  const betweenSwitches = [];
  const rates = [];
  const byPort = new Map();
  for (const node of nodes) {
    const one = places.get(node.guid);
    for (const port of node.ports) {
      const other = port.peer && node.guid < port.peer.node && places.get(port.peer.node);
      if (other) {
        byPort.set(`${node.guid}/${port.number}`, rates.length);
        byPort.set(`${port.peer.node}/${port.peer.port}`, rates.length);
        coordinates.push(one.x, one.y, other.x, other.y);
        betweenSwitches.push(node.type === 'switch' && other.node.type === 'switch' ? 1 : 0);
        rates.push(port.lanes * (GIGABITS[port.speed] ?? 0) * 1e9);
      }
    }
  }
  return { coordinates: Float32Array.from(coordinates), betweenSwitches: Uint8Array.from(betweenSwitches), rates, byPort };
}

/** Places nodes: returns their coordinates, the links, and the blocks of hosts. */
export function layout(nodes) {
  const { found, hosts } = rows(nodes);
  const places = new Map();
  const blocks = [];
  const top = Math.max(1, found.length - 1);
  let x = 0;
  for (const leaf of [...(found[1] ?? []), null]) {
    const own = hosts.get(leaf?.guid ?? '') ?? [];
    const side = Math.max(2, Math.ceil(Math.sqrt(own.length)));
    own.forEach((host, i) => places.set(host.guid, { x: x + (i % side), y: top * ROW + 2 + Math.floor(i / side), node: host }));
    if (own.length) {
      blocks.push({ x: x - 0.5, y: top * ROW + 1.5, width: side, height: Math.ceil(own.length / side) });
    }
    if (leaf) {
      places.set(leaf.guid, { x: x + (side - 1) / 2, y: (top - 1) * ROW, node: leaf });
    }
    x += side + 1;
  }
  for (let depth = 2; depth <= top; depth++) {
    const row = found[depth] ?? [];
    row.forEach((node, i) => places.set(node.guid, { x: ((i + 0.5) * x) / row.length, y: (top - depth) * ROW, node }));
  }
  const height = top * ROW + 2 + Math.max(1, ...blocks.map((block) => block.height));
  return { places, blocks, links: links(nodes, places), width: x, height };
}
