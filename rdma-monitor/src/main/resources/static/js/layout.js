// Places nodes: spines above, leaf switches below, and the hosts of a leaf in a block under it. The leaves of a rack are neighbors.

/** Distance of the hosts from their leaf switch, and least distance of the rows of switches. */
const ROW = 14;
/** Maximum width of a map in distances of its rows of switches, so that a large map is not a line. */
const WIDEST = 10;
const GIGABITS = { SDR: 2.5, DDR: 5, QDR: 10, FDR10: 10.3125, FDR: 14.0625, EDR: 25.78125, HDR: 53.125, NDR: 106.25, XDR: 212.5 };
/** The rack in a name, such as "rack7" in "rack7-host3", or "r12" in "leaf-r12". */
const RACK = /(?:^|[^a-z0-9])(rack[-_ ]?[a-z]?\d+|r\d+)(?=[^a-z0-9]|$)/i;
const names = new Intl.Collator('en', { numeric: true });
const byName = (one, other) => names.compare(one.name, other.name);

/** Returns the signaling rate of a port in bits per second; 0 if it is down. */
export const linkRate = (port) => port.lanes * (GIGABITS[port.speed] ?? 0) * 1e9;

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
      const leaf = peers(node).find((guid) => level.get(guid) === 1) ?? '';
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
        rates.push(linkRate(port));
      }
    }
  }
  return { coordinates: Float32Array.from(coordinates), betweenSwitches: Uint8Array.from(betweenSwitches), rates, byPort };
}

/** Returns the rack that the name of a leaf switch says, or the names of all its hosts; empty if there is none. */
function rackOf(leaf, hosts) {
  const found = new Set((RACK.test(leaf.name) ? [leaf] : hosts).map((node) => RACK.exec(node.name)?.[1].toLowerCase() ?? ''));
  return found.size === 1 ? [...found][0] : '';
}

/** Returns the leaf switches with their rack and hosts, in the order of racks and names, and hosts without a leaf last. */
function blocksOf(leaves, hosts) {
  const found = leaves.map((leaf) => {
    const own = hosts.get(leaf.guid) ?? [];
    return { leaf, own, rack: rackOf(leaf, own) };
  });
  found.sort((one, other) => names.compare(one.rack, other.rack) || byName(one.leaf, other.leaf));
  return [...found, { leaf: null, own: hosts.get('') ?? [], rack: '' }];
}

/** Places nodes: returns their coordinates and the room for their names, the links, the blocks of hosts, and the racks. */
export function layout(nodes) {
  const { found, hosts } = rows(nodes);
  const places = new Map();
  const blocks = [];
  const racks = [];
  const top = Math.max(1, found.length - 1);
  const leaves = blocksOf(found[1] ?? [], hosts).map((each) => ({ ...each, side: Math.max(2, Math.ceil(Math.sqrt(each.own.length))) }));
  const gap = Math.max(ROW, leaves.reduce((sum, { side }) => sum + side + 1, 0) / WIDEST);
  const bottom = (top - 1) * gap;
  let x = 0;
  for (const { leaf, own, rack, side } of leaves) {
    const height = Math.ceil(own.length / side);
    own.forEach((host, i) => places.set(host.guid,
      { x: x + (i % side), y: bottom + ROW + 2 + Math.floor(i / side), room: 1, node: host }));
    if (own.length) {
      blocks.push({ x: x - 0.5, y: bottom + ROW + 1.5, width: side, height });
    }
    if (leaf) {
      places.set(leaf.guid, { x: x + (side - 1) / 2, y: bottom, room: side + 1, node: leaf });
    }
    if (rack && racks.at(-1)?.name === rack) {
      const last = racks.at(-1);
      Object.assign(last, { width: x + side - 0.1 - last.x, height: Math.max(last.height, ROW + 4 + height) });
    } else if (rack) {
      racks.push({ name: rack, x: x - 0.9, y: bottom - 2, width: side + 0.8, height: ROW + 4 + height });
    }
    x += side + 1;
  }
  for (let depth = 2; depth <= top; depth++) {
    const row = found[depth] ?? [];
    row.forEach((node, i) => places.set(node.guid,
      { x: ((i + 0.5) * x) / row.length, y: (top - depth) * gap, room: x / row.length, node }));
  }
  const height = bottom + ROW + 2 + Math.max(1, ...blocks.map((block) => block.height));
  return { places, blocks, racks, links: links(nodes, places), width: x, height };
}
