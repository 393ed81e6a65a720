// Paints placed nodes and links. From afar, a block stands for its hosts; from near, hosts, their links and names appear.
import { paintLabels } from './labels.js';

const FAR = 3;
/** Maximum size of a node in pixels. */
const LARGEST = 26;
/** Distance of a ring from its node in pixels. */
const RING = 4;
const PATH_LINES = 50;

/** Colors of links, and the part of their rate from which each applies. */
const LOADS = [['--wire', 0], ['--good', 0.05], ['--minor', 0.4], ['--critical', 0.8]];

/** The names of the colors that pictures need. */
export const COLORS = ['--muted', '--accent', '--good', '--minor', '--critical', '--line', '--wire', '--text', '--surface'];

/** Returns the color of each link as a position in LOADS: the busier direction counts. */
export function loads(links, ports) {
  const level = new Uint8Array(links.rates.length);
  for (const port of ports) {
    const link = links.byPort.get(`${port.node}/${port.port}`);
    const rate = links.rates[link];
    if (rate > 0) {
      level[link] = Math.max(level[link], LOADS.findLastIndex(([, part]) => port.bitsPerSecond / rate >= part));
    }
  }
  return level;
}

/**
 * Paints into a picture that is larger than the view, so that the view can move within it. The links without load change only
 * with the topology and the view: they are kept, and a picture with another load has the others painted over them.
 */
export class Painter {
  #base = new OffscreenCanvas(1, 1);
  #picture = new OffscreenCanvas(1, 1);
  #painted = null;

  /** Returns a bitmap. A frame has the width, height and ratio of the picture in pixels, and scale, x and y of the map. */
  paint(scene, frame, colors) {
    const key = JSON.stringify([frame, colors]);
    if (this.#painted?.map !== scene.map || this.#painted.key !== key) {
      this.#painted = { map: scene.map, key };
      const pen = this.#clear(this.#base, frame);
      this.#racks(pen, scene.map.racks, frame, colors);
      this.#lines(pen, scene.map.links, frame, () => true, colors['--wire'], 1);
    }
    const pen = this.#clear(this.#picture, frame);
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.drawImage(this.#base, 0, 0);
    this.#transform(pen, frame);
    for (let level = 1; level < LOADS.length; level++) {
      this.#lines(pen, scene.map.links, frame, (link) => scene.level[link] === level, colors[LOADS[level][0]], 2);
    }
    if (scene.emphasized?.size) {
      this.#lines(pen, scene.map.links, frame, (link) => scene.emphasized.has(link), colors['--accent'], 3, true);
    }
    this.#nodes(pen, scene, frame, colors);
    this.#rings(pen, scene, frame, colors);
    paintLabels(pen, scene.map, frame, colors);
    return this.#picture.transferToImageBitmap();
  }

  #clear(canvas, frame) {
    canvas.width = frame.width;
    canvas.height = frame.height;
    const pen = canvas.getContext('2d');
    this.#transform(pen, frame);
    return pen;
  }

  #transform(pen, { ratio, scale, x, y }) {
    pen.setTransform(ratio * scale, 0, 0, ratio * scale, ratio * x, ratio * y);
  }

  /** Returns the part of the map in the picture. */
  #bounds({ width, height, ratio, scale, x, y }) {
    return { left: -x / scale, top: -y / scale, right: (width / ratio - x) / scale, bottom: (height / ratio - y) / scale };
  }

  #racks(pen, racks, frame, colors) {
    pen.strokeStyle = colors['--line'];
    pen.lineWidth = 1 / frame.scale;
    racks.forEach((rack) => pen.strokeRect(rack.x, rack.y, rack.width, rack.height));
  }

  /** Strokes the links that are wanted: from afar, only those between switches unless all are. */
  #lines(pen, { coordinates, betweenSwitches }, frame, isWanted, color, width, all = false) {
    const { left, top, right, bottom } = this.#bounds(frame);
    const isNear = all || frame.scale >= FAR;
    pen.strokeStyle = color;
    pen.lineWidth = width / frame.scale;
    pen.beginPath();
    let lines = 0;
    for (let link = 0; link < betweenSwitches.length; link++) {
      const [x1, y1, x2, y2] = [coordinates[4 * link], coordinates[4 * link + 1], coordinates[4 * link + 2], coordinates[4 * link + 3]];
      if ((isNear || betweenSwitches[link]) && isWanted(link) && Math.max(x1, x2) >= left && Math.min(x1, x2) <= right
        && Math.max(y1, y2) >= top && Math.min(y1, y2) <= bottom) {
        pen.moveTo(x1, y1);
        pen.lineTo(x2, y2);
        lines += 1;
        // Many short paths are faster than a long one.
        if (lines % PATH_LINES === 0) {
          pen.stroke();
          pen.beginPath();
        }
      }
    }
    pen.stroke();
  }

  #nodes(pen, { map, marks }, frame, colors) {
    const { left, top, right, bottom } = this.#bounds(frame);
    const isNear = frame.scale >= FAR;
    pen.fillStyle = colors['--muted'];
    for (const block of isNear ? [] : map.blocks) {
      pen.fillRect(block.x, block.y, block.width, block.height);
    }
    for (const { x, y, node } of map.places.values()) {
      const mark = marks.get(node.guid);
      const isSwitch = node.type === 'switch';
      if (isSwitch || mark || isNear) {
        const size = Math.min(Math.max(isSwitch ? 1.2 : 0.7, (mark ? 6 : 3) / frame.scale), LARGEST / frame.scale);
        if (x + size >= left && x - size <= right && y + size >= top && y - size <= bottom) {
          pen.fillStyle = colors[mark ?? (isSwitch ? '--accent' : '--muted')];
          pen.fillRect(x - size / 2, y - size / 2, size, size);
        }
      }
    }
  }

  /** Draws a ring around each selected node. */
  #rings(pen, { map, selected }, frame, colors) {
    pen.strokeStyle = colors['--text'];
    pen.lineWidth = 2 / frame.scale;
    for (const place of selected.map((guid) => map.places.get(guid)).filter(Boolean)) {
      const half = (Math.min(1.2 * frame.scale, LARGEST) / 2 + RING) / frame.scale;
      pen.strokeRect(place.x - half, place.y - half, 2 * half, 2 * half);
    }
  }
}
