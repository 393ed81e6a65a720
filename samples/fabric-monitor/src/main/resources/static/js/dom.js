// Creates elements. Node descriptions are inserted as text and never parsed as HTML.

export const byId = (id) => document.getElementById(id);

/** Creates an element. Properties that start with "on" are listeners, others are attributes; children are elements or text. */
export function make(name, properties = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) {
      continue;
    }
    if (key.startsWith('on')) {
      element.addEventListener(key.slice(2), value);
    } else {
      element.setAttribute(key, value === true ? '' : value);
    }
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined).map(asNode));
  return element;
}

const asNode = (child) => (child instanceof Node ? child : document.createTextNode(String(child)));

export const button = (text, onclick, properties = {}) => make('button', { type: 'button', onclick, ...properties }, text);

/** Dispatches an event to the listeners of the page. */
export function say(text) {
  byId('spoken').textContent = text;
}

export const plural = (count, one, many = `${one}s`) => `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
