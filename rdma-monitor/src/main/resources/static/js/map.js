// Draws nodes and links on a canvas: spines above, leaf switches below, and the hosts of a leaf in a block under it. From
// afar, a block stands for its hosts.
import { color } from './chart.js';

const ROW = 14;
const FAR = 3;
const REST_MILLIS = 120;
const PATH_LINES = 50;
const GIGABITS = { SDR: 2.5, DDR: 5, QDR: 10, FDR10: 10.3125, FDR: 14.0625, EDR: 25.78125, HDR: 53.125, NDR: 106.25, XDR: 212.5 };

/** Colors of links, and the part of their rate from which each applies. */
const LOADS = [['--line', 0], ['--good', 0.05], ['--minor', 0.4], ['--critical', 0.8]];

/** Returns the position in LOADS: the busier direction counts. */
function busy(link, load) {
  const sent = Math.max(...link.ends.map((end) => load.get(end) ?? 0));
  const rate = link.port.lanes * (GIGABITS[link.port.speed] ?? 0) * 1e9;
  return rate > 0 ? LOADS.findLastIndex(([, part]) => sent / rate >= part) : 0;
}

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

/** Places nodes: returns their coordinates, the links between switches, and the blocks of hosts. */
export function layout(nodes) {
  const level = levels(nodes);
  const byName = (one, other) => one.name.localeCompare(other.name, 'en', { numeric: true });
  const places = new Map();
  const blocks = [];
  const top = Math.max(1, ...level.values());
  const hosts = new Map();
  for (const node of nodes.filter((each) => level.get(each.guid) === 0)) {
    const leaf = peers(node)[0] ?? '';
    hosts.set(leaf, [...(hosts.get(leaf) ?? []), node]);
  }
  let x = 0;
  const leaves = nodes.filter((node) => level.get(node.guid) === 1).sort(byName);
  for (const leaf of [...leaves, null]) {
    const own = (hosts.get(leaf?.guid ?? '') ?? []).sort(byName);
    const side = Math.max(2, Math.ceil(Math.sqrt(own.length)));
    own.forEach((host, i) => places.set(host.guid, { x: x + (i % side), y: top * ROW + 2 + Math.floor(i / side), node: host }));
    if (own.length) {
      blocks.push({ x: x - 0.5, y: top * ROW + 1.5, width: side, height: Math.ceil(own.length / side), hosts: own });
    }
    if (leaf) {
      places.set(leaf.guid, { x: x + (side - 1) / 2, y: (top - 1) * ROW, node: leaf });
    }
    x += side + 1;
  }
  for (let depth = 2; depth <= top; depth++) {
    const row = nodes.filter((node) => level.get(node.guid) === depth).sort(byName);
    row.forEach((node, i) => places.set(node.guid, { x: ((i + 0.5) * x) / row.length, y: (top - depth) * ROW, node }));
  }
  const links = [];
  for (const node of nodes) {
    for (const port of node.ports.filter((each) => each.peer)) {
      if (node.guid < port.peer.node && places.has(port.peer.node)) {
        links.push({ one: places.get(node.guid), other: places.get(port.peer.node), port,
          ends: [`${node.guid}/${port.number}`, `${port.peer.node}/${port.peer.port}`] });
      }
    }
  }
  return { places, blocks, links, width: x, height: top * ROW + 2 + Math.max(1, ...blocks.map((block) => block.height)) };
}

/** Makes a canvas a map. A selected node is reported; arrow keys pan, + and - zoom, 0 shows everything. */
export function fabricMap(canvas, selected) {
  let shown = layout([]);
  let last = null;
  let marks = new Map();
  let view = null;
  let waiting = false;
  let rest = 0;
  let pictureView = null;
  const picture = document.createElement('canvas');

  function fit() {
    const scale = Math.min(canvas.clientWidth / (shown.width + 2), canvas.clientHeight / (shown.height + 4));
    view = { scale, x: (canvas.clientWidth - shown.width * scale) / 2, y: 2 * scale };
  }

  /** Moves the last picture to the present view, which is fast; a picture of the view itself follows when it rests. */
  function drawMoving() {
    waiting = false;
    const pen = canvas.getContext('2d');
    const ratio = devicePixelRatio || 1;
    const scale = view.scale / pictureView.scale;
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.clearRect(0, 0, canvas.width, canvas.height);
    pen.drawImage(picture, (view.x - pictureView.x * scale) * ratio, (view.y - pictureView.y * scale) * ratio,
      picture.width * scale, picture.height * scale);
    clearTimeout(rest);
    rest = setTimeout(redraw, REST_MILLIS);
  }

  function draw() {
    waiting = false;
    clearTimeout(rest);
    const ratio = devicePixelRatio || 1;
    canvas.width = canvas.clientWidth * ratio;
    canvas.height = canvas.clientHeight * ratio;
    if (!view) {
      fit();
    }
    paint(canvas.getContext('2d'), ratio);
    if (canvas.width && canvas.height) {
      picture.width = canvas.width;
      picture.height = canvas.height;
      picture.getContext('2d').drawImage(canvas, 0, 0);
      pictureView = { ...view };
    }
  }

  function paint(pen, ratio) {
    pen.setTransform(ratio * view.scale, 0, 0, ratio * view.scale, ratio * view.x, ratio * view.y);
    const colors = new Map(['--muted', '--accent', '--good', '--minor', '--critical', '--line'].map((name) => [name, color(name)]));
    LOADS.forEach(([name], level) => {
      pen.strokeStyle = colors.get(name);
      pen.lineWidth = (level ? 2 : 1) / view.scale;
      pen.beginPath();
      let lines = 0;
      for (const { one, other, busy: own } of shown.links) {
        if (own === level && (view.scale >= FAR || (one.node.type === 'switch' && other.node.type === 'switch'))) {
          pen.moveTo(one.x, one.y);
          pen.lineTo(other.x, other.y);
          lines += 1;
          // Many short paths are faster than a long one.
          if (lines % PATH_LINES === 0) {
            pen.stroke();
            pen.beginPath();
          }
        }
      }
      pen.stroke();
    });
    pen.fillStyle = colors.get('--muted');
    for (const block of view.scale < FAR ? shown.blocks : []) {
      pen.fillRect(block.x, block.y, block.width, block.height);
    }
    for (const place of shown.places.values()) {
      const mark = marks.get(place.node.guid);
      const isSwitch = place.node.type === 'switch';
      if (isSwitch || mark || view.scale >= FAR) {
        const size = Math.max(isSwitch ? 1.2 : 0.7, (mark ? 6 : 3) / view.scale);
        pen.fillStyle = colors.get(mark ?? (isSwitch ? '--accent' : '--muted'));
        pen.fillRect(place.x - size / 2, place.y - size / 2, size, size);
      }
    }
  }

  function redraw() {
    if (!waiting) {
      waiting = true;
      requestAnimationFrame(draw);
    }
  }

  function move(next) {
    view = next;
    if (!waiting) {
      waiting = true;
      requestAnimationFrame(pictureView ? drawMoving : draw);
    }
  }

  function zoom(factor, x, y) {
    move({ scale: view.scale * factor, x: x - (x - view.x) * factor, y: y - (y - view.y) * factor });
  }

  canvas.addEventListener('wheel', (event) => {
    event.preventDefault();
    zoom(event.deltaY < 0 ? 1.2 : 1 / 1.2, event.offsetX, event.offsetY);
  }, { passive: false });
  let moved = false;
  canvas.addEventListener('pointerdown', () => {
    moved = false;
  });
  canvas.addEventListener('pointermove', (event) => {
    if (event.buttons && (event.movementX || event.movementY)) {
      moved = true;
      move({ ...view, x: view.x + event.movementX, y: view.y + event.movementY });
    }
  });
  canvas.addEventListener('click', (event) => {
    const x = (event.offsetX - view.x) / view.scale;
    const y = (event.offsetY - view.y) / view.scale;
    const distance = (place) => Math.hypot(place.x - x, place.y - y);
    const nearest = [...shown.places.values()].reduce((one, other) => (!one || distance(other) < distance(one) ? other : one), null);
    if (!moved && nearest && distance(nearest) * view.scale < 12) {
      selected(nearest.node);
    }
  });
  canvas.addEventListener('keydown', (event) => {
    const step = { ArrowLeft: [40, 0], ArrowRight: [-40, 0], ArrowUp: [0, 40], ArrowDown: [0, -40] }[event.key];
    const center = [canvas.clientWidth / 2, canvas.clientHeight / 2];
    if (step) {
      event.preventDefault();
      move({ ...view, x: view.x + step[0], y: view.y + step[1] });
    } else if (event.key === '+' || event.key === '-') {
      zoom(event.key === '+' ? 1.2 : 1 / 1.2, ...center);
    } else if (event.key === '0') {
      view = null;
      redraw();
    }
  });
  new ResizeObserver(() => {
    view = null;
    redraw();
  }).observe(canvas);
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', redraw);

  return {
    /**
     * Shows nodes, with colors of some by their GUID, and the bits per second that ports sent. The view stays if the number
     * of nodes does.
     */
    show(nodes, colors, load) {
      const before = shown.places.size;
      if (nodes !== last) {
        shown = layout(nodes);
        last = nodes;
      }
      shown.links.forEach((link) => {
        link.busy = busy(link, load);
      });
      marks = colors;
      view = before === shown.places.size ? view : null;
      canvas.setAttribute('aria-label', `Map of ${nodes.length} nodes and ${shown.links.length} links; the table below lists them`);
      redraw();
    },
  };
}
