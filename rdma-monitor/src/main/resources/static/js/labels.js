// Writes the names of nodes and racks where there is room for them.

/** Space between a name and its node, and between names, in sizes of the font. */
const GAP = 0.4;
/** Room in sizes of the font from which a name that does not fit is shortened, rather than left out. */
const SHORTENED = 5;

/** Returns a name, or the part of it that fits into a width; empty if too little would be left. */
function fit(pen, name, width, size) {
  const full = pen.measureText(name).width;
  if (full <= width) {
    return name;
  }
  const length = Math.floor((name.length * width) / full) - 1;
  return width >= SHORTENED * size && length > 2 ? `${name.slice(0, length)}…` : '';
}

/** Writes the labels of a picture. The room of a node is its distance from its neighbors in the coordinates of the map. */
export function paintLabels(pen, map, { width, height, ratio, scale, x, y }, colors) {
  pen.setTransform(ratio, 0, 0, ratio, 0, 0);
  const { size } = colors;
  pen.font = `${size}px system-ui, sans-serif`;
  pen.textAlign = 'center';
  pen.lineJoin = 'round';
  pen.lineWidth = 3;
  pen.strokeStyle = colors['--surface'];
  const write = (name, left, top, room, color) => {
    const isInside = left > -room && left < width / ratio + room && top > -2 * size && top < height / ratio + 2 * size;
    const text = isInside ? fit(pen, name, room - GAP * size, size) : '';
    if (text) {
      pen.strokeText(text, left, top);
      pen.fillStyle = color;
      pen.fillText(text, left, top);
    }
  };
  const least = (SHORTENED * size) / 2;
  for (const rack of map.racks) {
    if (rack.width * scale >= least) {
      write(rack.name, (rack.x + rack.width / 2) * scale + x, (rack.y + rack.height) * scale + y + 1.1 * size, rack.width * scale, colors['--muted']);
    }
  }
  for (const place of map.places.values()) {
    const room = place.room * scale;
    if (room >= least) {
      const isSwitch = place.node.type === 'switch';
      const shift = isSwitch ? -Math.min(0.6 * scale, 13) - GAP * size : Math.min(0.35 * scale, 13) + size;
      write(place.node.name, place.x * scale + x, place.y * scale + y + shift, room, isSwitch ? colors['--text'] : colors['--muted']);
    }
  }
}
