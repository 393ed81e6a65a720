// Reads, places and paints a fabric in a thread of its own, so that no frame of the page waits for it.
import { differences } from './differences.js';
import { read } from './dom.js';
import { find } from './find.js';
import { layout, linkRate } from './layout.js';
import { loads, Painter } from './paint.js';

const ROWS = 200;
const painter = new Painter();
let scene = { subnet: null, since: null, map: layout([]), level: new Uint8Array(), marks: new Map(), load: [], selected: [], links: [] };

const describe = (node) => ({ name: node.name, type: node.type, guid: node.guid,
  links: node.ports.filter((port) => port.peer).length });

const nodeOf = (guid) => scene.map.places.get(guid)?.node;

/** Returns a node with its ports: their peers, and the data rate and the errors of the shown time. */
function detail(guid) {
  const node = nodeOf(guid);
  if (!node) {
    return null;
  }
  const load = new Map(scene.load.map((port) => [`${port.node}/${port.port}`, port]));
  return { ...node, ports: node.ports.map((port) => {
    const peer = port.peer && nodeOf(port.peer.node);
    const own = load.get(`${guid}/${port.number}`);
    return { ...port, rate: linkRate(port), sent: own?.bitsPerSecond ?? 0, errors: own?.errors ?? 0,
      received: (port.peer && load.get(`${port.peer.node}/${port.peer.port}`)?.bitsPerSecond) ?? 0,
      peer: port.peer && { ...port.peer, name: peer?.name ?? port.peer.node, type: peer?.type ?? '' } };
  }) };
}

const tasks = {
  /** Reads the topology and the load of a time, without one of the present. Marks are colors by GUID: nodes with errors by default. */
  async show({ parameters, marks }) {
    const { subnet } = parameters;
    const known = scene.since && scene.subnet === subnet ? { known: scene.since } : {};
    const [found, load] = await Promise.all([read('/api/topology', { ...parameters, ...known }), read('/api/load', parameters)]);
    const map = found ? layout(found.topology.nodes) : scene.map;
    const since = found ? found.since : scene.since;
    const failing = load.ports.filter((port) => port.errors > 0);
    scene = { ...scene, subnet, since, map, load: load.ports, level: loads(map.links, load.ports),
      marks: new Map(marks ?? failing.map((port) => [port.node, '--minor'])) };
    this.select(scene);
    return { since, loadAt: load.at, failing: failing.length, nodes: map.places.size, links: map.links.rates.length,
      width: map.width, height: map.height,
      rows: found ? found.topology.nodes.slice(0, ROWS).map(describe) : null };
  },

  paint({ frame, colors }) {
    return painter.paint(scene, frame, colors);
  },

  /** Returns the node that is nearest to a point of the map; null if it is not within a distance. */
  nearest({ x, y, within }) {
    const distance = (place) => Math.hypot(place.x - x, place.y - y);
    const nearest = [...scene.map.places.values()].reduce((one, other) => (!one || distance(other) < distance(one) ? other : one), null);
    return nearest && distance(nearest) < within ? describe(nearest.node) : null;
  },

  /** Emphasizes nodes and links, which their ports name; returns the rectangle around the nodes, or null if there are none. */
  select({ selected, links }) {
    scene = { ...scene, selected, links, emphasized: new Set(links.map((port) => scene.map.links.byPort.get(port))) };
    const places = selected.map((guid) => scene.map.places.get(guid)).filter(Boolean);
    if (!places.length) {
      return null;
    }
    const [xs, ys] = [places.map((place) => place.x), places.map((place) => place.y)];
    return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
  },

  /** Returns a node with its ports; null if it is not in the shown topology. */
  node: ({ guid }) => detail(guid),

  /** Returns the nodes that a text finds in the shown topology. */
  find: ({ text, limit }) => find([...scene.map.places.values()].map((place) => place.node), text, limit),

  /** Returns what differs between the topologies of two times. */
  async compare({ parameters, from, to }) {
    const [before, after] = await Promise.all([from, to].map((at) => read('/api/topology', { ...parameters, at })));
    return differences(before.topology.nodes, after.topology.nodes);
  },
};

addEventListener('message', async ({ data: { id, task, content } }) => {
  try {
    const result = await tasks[task](content);
    postMessage({ id, result }, result instanceof ImageBitmap ? [result] : []);
  } catch (failure) {
    postMessage({ id, failure: failure.message });
  }
});
