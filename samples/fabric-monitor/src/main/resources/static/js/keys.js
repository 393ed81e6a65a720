// Keyboard navigation: arrows move to the next node in the row, or along a link to a row above or below.
import { byId } from './dom.js';

const ROW = 8;

export function steer(model, graph, { chosen, choose, enter }) {
  const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  const actions = {
    '+': () => graph.zoom(1.35),
    '=': () => graph.zoom(1.35),
    '-': () => graph.zoom(1 / 1.35),
    0: () => graph.fit(),
    Escape: () => choose(null),
    Enter: enter,
  };
  byId('graph').addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) {
      return;
    }
    const step = steps[event.key];
    if (step) {
      const next = neighbor(model, model.nodes.get(chosen()?.node), step);
      if (next) {
        choose({ node: next.guid });
      }
    } else if (actions[event.key]) {
      actions[event.key]();
    } else {
      return;
    }
    event.preventDefault();
  });
}

function neighbor(model, from, [right, down]) {
  if (!from) {
    return model.nodes.values().next().value;
  }
  const all = [...model.nodes.values()];
  if (right) {
    return nearest(from, all.filter((node) => Math.abs(node.y - from.y) < ROW && (node.x - from.x) * right > 0));
  }
  const isThere = (node) => (node.y - from.y) * down > ROW;
  const linked = model.linksOf(from.guid)
    .map((link) => model.nodes.get(link.from.guid === from.guid ? link.to.guid : link.from.guid))
    .filter(isThere);
  return nearest(from, linked.length ? linked : all.filter(isThere));
}

function nearest(from, nodes) {
  const distance = (node) => Math.hypot(node.x - from.x, node.y - from.y);
  return nodes.reduce((best, node) => (best && distance(best) <= distance(node) ? best : node), undefined);
}
