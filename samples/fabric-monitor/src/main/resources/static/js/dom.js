// Elements. Text becomes text: what nodes call themselves is never read as HTML.

export const byId = (id) => document.getElementById(id);

/** Makes an element: properties that begin with "on" listen, others are attributes; children are elements or text. */
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

/** Tells it to those who listen to the page. */
export function say(text) {
  byId('spoken').textContent = text;
}

export const plural = (count, one, many = `${one}s`) => `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
