// Connects the parts of the page.
import { byId, say } from './dom.js';
import { Faults } from './faults.js';
import { Graph } from './graph.js';
import { History } from './history.js';
import { steer } from './keys.js';
import { listen } from './live.js';
import { Model, STATES, TYPES, stateOf } from './model.js';
import { Panel } from './panel.js';
import { search } from './search.js';
import * as server from './server.js';
import { Tables } from './tables.js';

const model = new Model();
let chosen = null;

const faults = new Faults(() => panel.show(chosen));
const panel = new Panel(model, faults, go, goTo);
const graph = new Graph(model, (target) => choose(target));
const tables = new Tables(model, go, () => panel.open(false));
const history = new History((entry) => goTo(entry));

function choose(target, { bring = false } = {}) {
  chosen = target;
  graph.choose(target?.node ?? target?.link, { bring });
  panel.show(target);
  panel.open(target !== null);
  say(describe(target));
}

/** Selects an element and moves it into view. */
function go(target) {
  choose(target, { bring: true });
}

/** Selects the link of a port, or the node. */
function goTo({ node, port }) {
  const link = port ? model.linkAt(node, port) : null;
  go(link ? { link: link.id } : { node });
}

function describe(target) {
  const node = model.nodes.get(target?.node);
  const link = model.links.get(target?.link);
  if (node) {
    return `${TYPES[node.type]} ${node.name}${node.state === 'LOST' ? ', lost' : ''}, ${model.linksOf(node.guid).length} links`;
  }
  return link ? `Link from ${link.from.name} to ${link.to.name}: ${STATES[stateOf(link)]}` : '';
}

async function readAll() {
  const [topology, entries, findings] = await Promise.all([server.topology(), server.history(), server.findings()]);
  model.replace(topology);
  model.findings = findings;
  history.replace(entries);
  byId('waiting').hidden = true;
  graph.draw();
  graph.choose(chosen?.node ?? chosen?.link);
  tables.refresh();
  await panel.show(chosen);
}

search(model, (target) => {
  byId('graph').focus();
  go(target);
});
steer(model, graph, { chosen: () => chosen, choose: go, enter: () => panel.focus() });
const wide = matchMedia('(min-width: 761px)');
wide.addEventListener('change', () => (byId('legend').open = wide.matches));
byId('legend').open = wide.matches;
faults.about(await server.about());
listen({
  hello: (hello) => hello.read && readAll(),
  topology: (change) => {
    if (change.structure) {
      readAll();
      return;
    }
    model.update(change);
    graph.update(change);
    if (change.nodes.length || change.links.length) {
      tables.refresh();
      panel.show(chosen);
    }
  },
  history: (entry) => history.add(entry),
  validated: (findings) => {
    model.findings = findings;
    if (chosen === null) {
      panel.show(null);
    }
  },
});
