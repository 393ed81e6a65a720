// Reads, places and paints a fabric in a thread of its own, so that no frame of the page waits for it.
import { differences } from './differences.js';
import { read } from './dom.js';
import { layout } from './layout.js';
import { loads, Painter } from './paint.js';

const ROWS = 200;
const painter = new Painter();
let scene = { subnet: null, since: null, map: layout([]), level: new Uint8Array(), marks: new Map() };

const describe = (node) => ({ name: node.name, type: node.type, guid: node.guid,
  links: node.ports.filter((port) => port.peer).length });

const tasks = {
  /** Reads the topology and the load of a time, without one of the present. Marks are colors by GUID: nodes with errors by default. */
  async show({ parameters, marks }) {
    const { subnet } = parameters;
    const known = scene.since && scene.subnet === subnet ? { known: scene.since } : {};
    const found = await read('/api/topology', { ...parameters, ...known });
    const map = found ? layout(found.topology.nodes) : scene.map;
    const since = found ? found.since : scene.since;
    const load = await read('/api/load', parameters);
    const failing = load.ports.filter((port) => port.errors > 0);
    scene = { subnet, since, map, level: loads(map.links, load.ports),
      marks: new Map(marks ?? failing.map((port) => [port.node, '--minor'])) };
    const nodes = [...map.places.values()].map((place) => place.node);
    return { since, loadAt: load.at, failing: failing.length, nodes: nodes.length, links: map.links.rates.length,
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
