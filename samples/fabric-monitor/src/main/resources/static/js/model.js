// The state from the server: nodes, links, and the links of each node.

export const STATES = {
  active: 'Active',
  errors: 'Errors',
  inactive: 'Not active',
  silent: 'Peer does not respond',
  down: 'Down',
};

export const TYPES = { switch: 'Switch', host: 'Host', router: 'Router' };

/** Errors per minute from which a link is shown in the state errors. */
const NOTABLE_RATE = 1;

export function stateOf(link) {
  return link.state === 'ACTIVE' && link.errorsPerMinute >= NOTABLE_RATE ? 'errors' : link.state.toLowerCase();
}

export class Model {
  nodes = new Map();
  links = new Map();
  failures = [];
  findings = { at: null, errors: 0, warnings: 0, findings: [] };
  #linksOf = new Map();

  replace(topology) {
    this.nodes = new Map(topology.nodes.map((node) => [node.guid, node]));
    this.links = new Map(topology.links.map((link) => [link.id, link]));
    this.failures = topology.failures;
    this.#linksOf = new Map();
    for (const link of topology.links) {
      for (const end of [link.from, link.to]) {
        this.#linksOf.set(end.guid, [...(this.#linksOf.get(end.guid) ?? []), link.id]);
      }
    }
  }

  update(change) {
    change.nodes.forEach((node) => this.nodes.set(node.guid, node));
    change.links.forEach((link) => this.links.set(link.id, link));
    this.failures = change.failures;
  }

  linksOf(guid) {
    return (this.#linksOf.get(guid) ?? []).map((id) => this.links.get(id));
  }

  linkAt(guid, port) {
    const isHere = (end) => end.guid === guid && end.port === port;
    return this.linksOf(guid).find((link) => isHere(link.from) || isHere(link.to));
  }

  /** Returns the number of nodes of each type, of lost nodes, and of links in each state. */
  counts() {
    const counts = { switch: 0, host: 0, router: 0, lost: 0, links: this.links.size };
    Object.keys(STATES).forEach((state) => (counts[state] = 0));
    this.nodes.forEach((node) => {
      counts[node.type] += 1;
      counts.lost += node.state === 'LOST' ? 1 : 0;
    });
    this.links.forEach((link) => (counts[stateOf(link)] += 1));
    return counts;
  }
}
