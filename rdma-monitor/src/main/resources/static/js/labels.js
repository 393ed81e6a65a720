// Writes the names of nodes and racks where there is room for them.

const FONT = '11px system-ui, sans-serif';
const GAP = 4;
/** Room in pixels from which a name that does not fit is shortened, rather than left out. */
const SHORTENED = 56;

/** Returns a name, or the part of it that fits into a width; empty if too little would be left. */
function fit(pen, name, width) {
  const full = pen.measureText(name).width;
  if (full <= width) {
    return name;
  }
  const length = Math.floor((name.length * width) / full) - 1;
  return width >= SHORTENED && length > 2 ? `${name.slice(0, length)}…` : '';
}

/** Writes the labels of a picture. The room of a node is its distance from its neighbors in the coordinates of the map. */
export function paintLabels(pen, map, { width, height, ratio, scale, x, y }, colors) {
  pen.setTransform(ratio, 0, 0, ratio, 0, 0);
  pen.font = FONT;
  pen.textAlign = 'center';
  pen.lineJoin = 'round';
  pen.lineWidth = 3;
  pen.strokeStyle = colors['--surface'];
  const write = (name, left, top, room, color) => {
    const isInside = left > -room && left < width / ratio + room && top > -20 && top < height / ratio + 20;
    const text = isInside ? fit(pen, name, room - GAP) : '';
    if (text) {
      pen.strokeText(text, left, top);
      pen.fillStyle = color;
      pen.fillText(text, left, top);
    }
  };
  const least = SHORTENED / 2;
  for (const rack of map.racks) {
    if (rack.width * scale >= least) {
      write(rack.name, (rack.x + rack.width / 2) * scale + x, (rack.y + rack.height) * scale + y + 12, rack.width * scale, colors['--muted']);
    }
  }
  for (const place of map.places.values()) {
    const room = place.room * scale;
    if (room >= least) {
      const isSwitch = place.node.type === 'switch';
      const shift = isSwitch ? -Math.min(0.6 * scale, 13) - GAP : Math.min(0.35 * scale, 13) + 11;
      write(place.node.name, place.x * scale + x, place.y * scale + y + shift, room, isSwitch ? colors['--text'] : colors['--muted']);
    }
  }
}
