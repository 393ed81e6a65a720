// The graph, drawn by Cytoscape at the positions from the server.
import cytoscape from '../webjars/cytoscape/dist/cytoscape.esm.min.mjs';
import { byId } from './dom.js';
import { look } from './look.js';
import { stateOf } from './model.js';

/** Number of elements from which dragging moves a picture of the graph instead of the graph. */
const MANY = 400;

/** Minimum zoom at which nodes are distinguishable. */
const NARROW = 0.5;

/** Screens on which layers are side by side, because a wide fabric would otherwise be too small to read. */
const UPRIGHT = matchMedia('(max-width: 760px) and (orientation: portrait)');

export class Graph {
  #cy;
  #model;
  #placed = false;
  #all = true;
  #upright = false;

  constructor(model, chosen) {
    this.#model = model;
    this.#cy = cytoscape({
      container: byId('graph'),
      style: look(),
      layout: { name: 'preset' },
      pixelRatio: Math.min(devicePixelRatio, 2),
      minZoom: 0.05,
      maxZoom: 6,
      autoungrabify: true,
      boxSelectionEnabled: false,
    });
    this.#cy.on('tap', 'node', (event) => chosen({ node: event.target.id() }));
    this.#cy.on('tap', 'edge', (event) => chosen({ link: event.target.id() }));
    this.#cy.on('tap', (event) => event.target === this.#cy && chosen(null));
    document.documentElement.addEventListener('themechange', () => this.#cy.style(look()));
    this.#cy.on('dragpan scrollzoom pinchzoom', () => (this.#all = false));
    new ResizeObserver(() => this.#resize()).observe(byId('graph'));
    byId('zoom-in').addEventListener('click', () => this.zoom(1.35));
    byId('zoom-out').addEventListener('click', () => this.zoom(1 / 1.35));
    byId('zoom-fit').addEventListener('click', () => this.fit());
  }

  /** Draws the complete graph. The viewport is kept, except the first time. */
  draw() {
    const cy = this.#cy;
    const selected = cy.$(':selected').id();
    this.#upright = UPRIGHT.matches;
    cy.batch(() => {
      cy.elements().remove();
      cy.add([...this.#nodes(), ...this.#edges()]);
      cy.getElementById(selected ?? '').select();
    });
    cy.renderer().textureOnViewport = cy.elements().length > MANY;
    if (!this.#placed) {
      this.#placed = true;
      this.fit();
      performance.mark('graph-placed');
      byId('graph').dataset.placed = 'true';
    }
  }

  /** Updates the elements that have changed. */
  update(change) {
    this.#cy.batch(() => {
      for (const node of change.nodes) {
        this.#cy.getElementById(node.guid).data({ lost: node.state === 'LOST', label: node.name });
      }
      for (const link of change.links) {
        this.#cy.getElementById(link.id).data('state', stateOf(link));
      }
    });
  }

  #nodes() {
    return [...this.#model.nodes.values()].map((node) => ({
      group: 'nodes',
      data: { id: node.guid, label: node.name, type: node.type, lost: node.state === 'LOST' },
      position: this.#position(node),
    }));
  }

  #position(node) {
    return this.#upright ? { x: node.y, y: node.x } : { x: node.x, y: node.y };
  }

  /** Called when the orientation of the screen has changed. */
  #turn() {
    this.#upright = UPRIGHT.matches;
    this.#cy.batch(() => {
      for (const node of this.#model.nodes.values()) {
        this.#cy.getElementById(node.guid).position(this.#position(node));
      }
    });
    this.fit();
  }

  #edges() {
    return [...this.#model.links.values()].map((link) => ({
      group: 'edges',
      data: { id: link.id, source: link.from.guid, target: link.to.guid, state: stateOf(link) },
    }));
  }

  /** Marks the selected element and its neighbors, and moves it into view if necessary. */
  choose(id, { bring = false } = {}) {
    const cy = this.#cy;
    const element = cy.getElementById(id ?? '');
    cy.batch(() => {
      cy.$(':selected').unselect();
      cy.$('.near').removeClass('near');
      element.select();
      if (element.isNode?.()) {
        element.connectedEdges().addClass('near');
      }
    });
    if (bring && element.nonempty()) {
      this.#bring(element);
    }
  }

  /** Keeps the graph completely visible if it was, and keeps the selected element in view. */
  #resize() {
    const cy = this.#cy;
    cy.resize();
    if (cy.width() === 0) {
      return; // The lists are shown.
    }
    if (this.#upright !== UPRIGHT.matches) {
      this.#turn();
    } else if (this.#all) {
      this.fit();
    } else if (cy.$(':selected').nonempty()) {
      this.#bring(cy.$(':selected'));
    }
  }

  #bring(element) {
    const cy = this.#cy;
    const seen = cy.extent();
    const box = element.boundingBox({ includeLabels: false });
    const isSeen = box.x1 >= seen.x1 && box.x2 <= seen.x2 && box.y1 >= seen.y1 && box.y2 <= seen.y2;
    if (!isSeen || cy.zoom() < NARROW) {
      this.#all = false;
      cy.zoom(Math.max(cy.zoom(), 0.9));
      cy.center(element);
    }
  }

  fit() {
    this.#all = true;
    this.#cy.fit(undefined, Math.min(48, this.#cy.width() * 0.05));
    if (this.#cy.zoom() > 2.2) {
      this.#cy.zoom(2.2);
      this.#cy.center();
    }
  }

  zoom(factor) {
    this.#all = false;
    this.#cy.zoom({
      level: this.#cy.zoom() * factor,
      renderedPosition: { x: this.#cy.width() / 2, y: this.#cy.height() / 2 },
    });
  }
}
