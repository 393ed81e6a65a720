// Shows a picture of a fabric on a canvas and moves it. A worker paints the pictures, which are larger than the canvas: a frame
// copies a part of the last one, and another one is painted when the view comes near its edge or is scaled.
import { color } from './chart.js';
import { COLORS } from './paint.js';

/** Part of the canvas by which a picture exceeds it on each side. */
const MARGIN = 0.5;
/** Part of the margin that may be used up before another picture is painted. */
const NEAR_EDGE = 0.5;
/** Distance in pixels within which a click selects a node. */
const CLICK = 12;
/** Scale to which the map is enlarged to show a selected node. */
const CLOSE = 8;
/** Part by which the width of the map must change before everything is shown again. */
const RESIZED = 0.05;
/** Size of labels in sizes of the font of the page. */
const LABEL = 0.8;
/** Part of the map that is left free around selected nodes. */
const FREE = 0.15;

/** Starts the worker; the function that is returned has it do a task and promises the result. */
function startWorker() {
  const worker = new Worker(new URL('fabric-worker.js', import.meta.url), { type: 'module' });
  const waiting = new Map();
  let last = 0;
  worker.addEventListener('message', ({ data: { id, result, failure } }) => {
    const { resolve, reject } = waiting.get(id);
    waiting.delete(id);
    if (failure === undefined) {
      resolve(result);
    } else {
      reject(new Error(failure));
    }
  });
  return (task, content) => new Promise((resolve, reject) => {
    last += 1;
    waiting.set(last, { resolve, reject });
    worker.postMessage({ id: last, task, content });
  });
}

/**
 * Makes a canvas a map. A node on which the user clicks, or over which the pointer rests, is reported; arrow keys pan, + and - zoom,
 * 0 shows everything.
 */
export function fabricMap(canvas, clicked, hovered) {
  const work = startWorker();
  const pen = canvas.getContext('2d');
  let colors = {};
  let size = { width: 0, height: 0, ratio: 1 };
  let extent = { nodes: 0, width: 1, height: 1 };
  let view = null;
  let picture = null;
  let painting = null;
  let isOutdated = false;
  let waiting = false;

  function fit() {
    const scale = Math.min(size.width / (extent.width + 2), size.height / (extent.height + 4));
    return { scale, x: (size.width - extent.width * scale) / 2,
      y: Math.max(2 * scale, (size.height - extent.height * scale) / 2) };
  }

  /** Copies the picture to the canvas. */
  function copy() {
    waiting = false;
    pen.clearRect(0, 0, canvas.width, canvas.height);
    if (picture && view) {
      const scale = view.scale / picture.frame.scale;
      pen.drawImage(picture.bitmap, Math.round((view.x - picture.frame.x * scale) * size.ratio),
        Math.round((view.y - picture.frame.y * scale) * size.ratio),
        picture.bitmap.width * scale, picture.bitmap.height * scale);
    }
  }

  function copySoon() {
    if (!waiting) {
      waiting = true;
      requestAnimationFrame(copy);
    }
  }

  /** Returns the picture around the view: its size in pixels, and the place of the map in it. */
  function frame() {
    const part = 1 + 2 * MARGIN;
    return { width: Math.round(size.width * part * size.ratio), height: Math.round(size.height * part * size.ratio), ratio: size.ratio,
      scale: view.scale, x: view.x + size.width * MARGIN, y: view.y + size.height * MARGIN };
  }

  /** Paints the present view, and again if it has changed meanwhile. */
  async function paint() {
    while (isOutdated && size.width && size.height) {
      isOutdated = false;
      view ??= fit();
      const next = frame();
      const bitmap = await work('paint', { frame: next, colors });
      picture?.bitmap.close();
      picture = { bitmap, frame: next };
      copySoon();
    }
  }

  function paintSoon() {
    isOutdated = true;
    painting ??= paint().finally(() => {
      painting = null;
    });
    return painting;
  }

  function move(next) {
    view = next;
    copySoon();
    const { scale, x, y } = frame();
    if (picture?.frame.scale !== scale || Math.abs(picture.frame.x - x) > size.width * MARGIN * NEAR_EDGE
      || Math.abs(picture.frame.y - y) > size.height * MARGIN * NEAR_EDGE) {
      paintSoon();
    }
  }

  function zoom(factor, x, y) {
    move({ scale: view.scale * factor, x: x - (x - view.x) * factor, y: y - (y - view.y) * factor });
  }

  function showAll() {
    view = null;
    paintSoon();
  }

  /** Enlarges and moves the map until a rectangle is in it, unless it is there already. */
  function bring({ left, right, top, bottom }) {
    const scale = Math.min(Math.max(view.scale, CLOSE), size.width * (1 - 2 * FREE) / Math.max(1, right - left),
      size.height * (1 - 2 * FREE) / Math.max(1, bottom - top));
    const isInside = (low, high, shift, length) => low * view.scale + shift >= length * FREE / 2
      && high * view.scale + shift <= length * (1 - FREE / 2);
    if (view.scale < scale || !isInside(left, right, view.x, size.width) || !isInside(top, bottom, view.y, size.height)) {
      move({ scale, x: size.width / 2 - (left + right) / 2 * scale, y: size.height / 2 - (top + bottom) / 2 * scale });
    }
  }

  function readColors() {
    colors = Object.fromEntries(COLORS.map((name) => [name, color(name)]));
    colors.size = parseFloat(getComputedStyle(document.documentElement).fontSize) * LABEL;
    paintSoon();
  }

  canvas.addEventListener('wheel', (event) => {
    event.preventDefault();
    if (view) {
      zoom(event.deltaY < 0 ? 1.2 : 1 / 1.2, event.offsetX, event.offsetY);
    }
  }, { passive: false });
  let moved = false;
  canvas.addEventListener('pointerdown', () => {
    moved = false;
  });
  canvas.addEventListener('pointermove', (event) => {
    if (view && event.buttons && (event.movementX || event.movementY)) {
      moved = true;
      move({ ...view, x: view.x + event.movementX, y: view.y + event.movementY });
    }
  });
  const nearest = (event) => work('nearest', { x: (event.offsetX - view.x) / view.scale, y: (event.offsetY - view.y) / view.scale,
    within: CLICK / view.scale });
  canvas.addEventListener('click', async (event) => {
    const node = !moved && view ? await nearest(event) : null;
    if (node) {
      clicked(node);
    }
  });
  let asking = false;
  canvas.addEventListener('pointermove', async (event) => {
    if (view && !event.buttons && !asking) {
      asking = true;
      hovered(await nearest(event), event);
      asking = false;
    }
  });
  canvas.addEventListener('pointerleave', () => hovered(null));
  canvas.addEventListener('keydown', (event) => {
    const step = { ArrowLeft: [40, 0], ArrowRight: [-40, 0], ArrowUp: [0, 40], ArrowDown: [0, -40] }[event.key];
    if (event.key === '0') {
      showAll();
    } else if (view && step) {
      event.preventDefault();
      move({ ...view, x: view.x + step[0], y: view.y + step[1] });
    } else if (view && (event.key === '+' || event.key === '-')) {
      zoom(event.key === '+' ? 1.2 : 1 / 1.2, size.width / 2, size.height / 2);
    }
  });
  new ResizeObserver(() => {
    size = { width: canvas.clientWidth, height: canvas.clientHeight, ratio: devicePixelRatio || 1 };
    canvas.width = size.width * size.ratio;
    canvas.height = size.height * size.ratio;
    readColors();
    showAll();
  }).observe(canvas);
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', readColors);
  readColors();

  return {
    /**
     * Reads and shows the topology and the load of the time of the parameters, or of the present. Nodes with errors have a color,
     * or those of the marks: pairs of a GUID and the name of a color. The view stays unless the map becomes much wider or narrower.
     * Promises a summary, with rows only if the topology has changed.
     */
    async show(parameters, marks) {
      const found = await work('show', { parameters, marks });
      if (Math.abs(found.width - extent.width) > RESIZED * extent.width) {
        view = null;
      }
      extent = found;
      canvas.setAttribute('aria-label', `Map of ${found.nodes} nodes and ${found.links} links. The search finds nodes without the map.`);
      await paintSoon();
      return found;
    },

    /** Emphasizes nodes, and links that are named by a port, and moves the map to the nodes if it is asked to. */
    async select(selected, links, isWanted) {
      const place = await work('select', { selected, links });
      if (place && isWanted && size.width) {
        view ??= fit();
        bring(place);
      }
      await paintSoon();
    },

    /** Promises a node with its ports at the shown time; null if it is not there. */
    node: (guid) => work('node', { guid }),

    /** Promises the nodes of the shown time that a text finds. */
    find: (text, limit) => work('find', { text, limit }),

    /** Promises what differs between the topologies of two times: an array of [kind, text, GUID]. */
    compare: (parameters, from, to) => work('compare', { parameters, from, to }),
  };
}
