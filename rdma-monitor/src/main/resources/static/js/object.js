// The view of a node, a port or a cable, at the shown time.
import { CableView } from './cable-view.js';
import { byId, run, setText } from './dom.js';
import { clock } from './format.js';
import { NodeView } from './node-view.js';
import { PortView } from './port-view.js';
import { showRelated } from './related.js';
import { OBJECT_VIEWS, route } from './route.js';

const VIEWS = { node: NodeView, port: PortView, cable: CableView };
const UNKNOWN = { title: '', isPresent: false, nodes: [], links: [], objects: [] };

/** Connects the section of objects to the map, which knows the topology. */
export function objectView(map) {
  let opened = null;
  let view = null;
  let subject = UNKNOWN;
  let isOnMap = false;
  let isKnown = false;

  const address = () => (OBJECT_VIEWS.includes(route().view) ? `${route().view}/${route().guid}/${route().port}` : null);

  /** Opens the object of the address, if it is another one. */
  function open() {
    if (address() === opened) {
      return;
    }
    opened = address();
    subject = UNKNOWN;
    isOnMap = false;
    if (!opened) {
      run(() => map.select([], [], false));
      return;
    }
    const { view: name, guid, port } = route();
    view = new VIEWS[name](guid, port);
    setText(byId('object-kind'), name);
    setText(byId('object-title'), guid);
    byId('object-body').replaceChildren(view.element);
    byId('object-related').replaceChildren();
  }

  const charts = async () => (isOnMap ? view.history() : null);
  const listRelated = async () => (isOnMap ? showRelated(byId('object-related'), subject.objects) : null);

  return {
    open,

    /** Shows the object as it is in the shown topology. The map moves to an object that was opened, but not again later. */
    async update(topologyIsShown) {
      isKnown ||= Boolean(topologyIsShown);
      const wanted = opened;
      if (!wanted || !isKnown) {
        return;
      }
      const found = await view.fill(map);
      if (opened !== wanted) {
        return;
      }
      subject = found;
      setText(byId('object-title'), subject.title);
      setText(byId('object-note'), subject.isPresent ? '' : `Not in the topology of ${route().at ? clock(route().at) : 'the last sweep'}.`);
      document.title = `${subject.title} – Verbena monitor`;
      const isFirst = !isOnMap;
      isOnMap = true;
      await map.select(subject.nodes, subject.links, isFirst);
      if (isFirst) {
        await Promise.all([run(charts), run(listRelated)]);
      }
    },

    /** Draws the charts of the range. */
    charts,

    /** Lists the events and the changes of alarms of the range. */
    listRelated,

    isOpen: () => opened !== null,

    /** Returns whether an alarm is about the object of the view, or there is no such view. */
    covers: ({ object }) => !opened || subject.objects.some((each) => object === each || object.startsWith(`${each}/`)),
  };
}
