// The selected time: the slider, the replay, and the topology with its load at that time.
import { byId, read, run, setText } from './dom.js';
import { clock, instant } from './format.js';
import { replace, route, subnet, whole } from './route.js';
import { fillRows } from './table.js';

const REPLAY_MILLIS = 500;
const STEPS = 40;
const HOUR = 3600000;
const LONGEST_MILLIS = 799 * 86400000;

/** Connects the controls of the time to the map; a function is called when another topology or load is shown. */
export function timeline(map, onShown) {
  let changes = [];
  let player = null;
  let wanted = null;
  let showing = null;
  let shown = Promise.resolve();
  let shownAt;
  let isDragged = false;
  const slider = byId('slider');
  const earliest = new Map();

  /** Shows a topology with the load and the errors of a time, without one of the present; returns the time of the load. */
  async function show(time, marks) {
    // In the order of the calls, so that the last one stays.
    shown = shown.catch(() => {}).then(() => map.show({ ...(time ? { at: time } : {}), ...subnet() }, marks));
    shownAt = time;
    label(time);
    const found = await shown;
    setText(byId('topology-note'), `${found.nodes} nodes, no change since ${clock(found.since)}. `
      + `${found.failing} ports with errors in the sweep or interval of ${clock(found.loadAt)}`);
    if (found.rows) {
      fillRows(byId('nodes'), found.rows.map((node) => [{ text: node.name, to: { view: 'node', guid: node.guid } }, node.type, node.guid,
        { text: String(node.links), kind: 'number' }]));
    }
    await onShown(found);
    return found.loadAt;
  }

  /** Shows the last time that was asked for. Times that were asked for while another one is read are skipped. */
  async function showWanted() {
    while (wanted !== null) {
      const seconds = wanted;
      wanted = null;
      await show(whole(seconds * 1000));
    }
  }

  function at(seconds) {
    wanted = seconds;
    showing ??= showWanted().finally(() => {
      showing = null;
    });
    return showing;
  }

  function label(time) {
    // A time that is typed in part has no value yet, and would be lost if it were set.
    if (time ? instant(byId('at')) !== time : byId('at').value) {
      byId('at').value = time ? time.slice(0, 19) : '';
    }
    slider.setAttribute('aria-valuetext', time ? clock(time) : 'now');
  }

  /** Returns the range of the slider: the last hours, or those around the selected time if it is before them. */
  function limits() {
    const length = route().hours * HOUR;
    const now = Date.now();
    const time = route().at ? Date.parse(route().at) : now;
    const end = time < now - length ? Math.min(now, time + length / 2) : now;
    return [end - length, end];
  }

  /** Sets the slider, and reads when the topology has changed in its range. */
  async function readChanges() {
    const [from, to] = limits();
    adjust(from, to);
    const key = route().subnet;
    if (!earliest.has(key)) {
      const all = await read('/api/topology/changes', { from: new Date(Date.now() - LONGEST_MILLIS).toISOString(), ...subnet() });
      if (all.length) {
        earliest.set(key, Date.parse(all[0].at));
      }
    }
    changes = await read('/api/topology/changes', { from: new Date(from).toISOString(), to: new Date(to + 1000).toISOString(), ...subnet() });
    adjust(Math.max(from, earliest.get(key) ?? from), to);
    setText(byId('changes'), `${changes.length} changes of the topology in this time`);
  }

  function adjust(from, to) {
    slider.min = String(Math.ceil(from / 1000));
    slider.max = String(Math.ceil(to / 1000));
    if (!player && !isDragged) {
      slider.value = route().at ? String(Date.parse(route().at) / 1000) : slider.max;
    }
  }

  function stop() {
    clearInterval(player);
    player = null;
    setText(byId('play'), 'Play');
  }

  /** Replays the range of the slider: the times of all changes, and at least 40 steps. */
  function play() {
    const [begin, end] = [Number(slider.min) * 1000, Number(slider.max) * 1000];
    const steps = [...Array(STEPS).keys()].map((step) => begin + ((end - begin) * (step + 1)) / STEPS);
    const times = [...changes.map((change) => Date.parse(change.at)), ...steps].sort((one, other) => one - other);
    let next = 0;
    setText(byId('play'), 'Stop');
    player = setInterval(() => {
      if (next >= times.length) {
        finish();
        return;
      }
      const seconds = Math.ceil(times[next] / 1000);
      next += 1;
      slider.value = String(seconds);
      run(() => at(seconds));
    }, REPLAY_MILLIS);
  }

  /** Ends the replay at the time that it has reached. */
  function finish() {
    stop();
    select(Number(slider.value));
  }

  /** Selects a time; the end of the slider is the present, if that is where it ends. */
  function select(seconds) {
    const isNow = seconds >= Number(slider.max) && Date.now() - Number(slider.max) * 1000 < REPLAY_MILLIS * STEPS;
    choose(isNow ? null : whole(seconds * 1000));
  }

  // A time that is chosen ends the comparison of two others.
  const choose = (at) => replace({ at, before: null, after: null });

  slider.addEventListener('pointerdown', () => {
    isDragged = true;
  });
  ['pointerup', 'pointercancel'].forEach((type) => slider.addEventListener(type, () => {
    isDragged = false;
  }));
  slider.addEventListener('input', () => run(() => at(Number(slider.value))));
  slider.addEventListener('change', () => select(Number(slider.value)));
  byId('play').addEventListener('click', () => (player ? finish() : play()));
  byId('at').addEventListener('change', () => {
    stop();
    choose(byId('at').value ? whole(Date.parse(instant(byId('at')))) : null);
  });
  byId('now').addEventListener('click', () => {
    stop();
    wanted = null;
    if (route().at) {
      choose(null);
    } else {
      run(() => show(null));
    }
  });

  return {
    readChanges,
    show,
    /** Returns whether the slider moves, so that the map shows its time and not that of the address. */
    isMoving: () => player !== null || isDragged,

    /** Shows the time of the address, unless it is shown; the present is read again if that is asked for. */
    async showSelected(again) {
      return !again && shownAt === route().at ? null : show(route().at);
    },
  };
}
