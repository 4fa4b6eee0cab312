/** Sides of its pin where a name is shown, best first. The positions are in map.css. */
const sides = ['below', 'right', 'left', 'above'];

/** Pixels between a pin's name and the map's edges. */
const edge = 4;

/** Shows the name of the labeled pin on a side where it covers nothing, or hides it. */
export function placePinName(container: HTMLElement): void {
  const name = container.querySelector<HTMLElement>('.map-pin-name');
  if (!name) return;
  const others = [...container.querySelectorAll('.leaflet-marker-icon, .leaflet-control')].filter((element) => !element.contains(name));
  const obstacles = others.map((element) => element.getBoundingClientRect());
  const map = container.getBoundingClientRect();
  const isFree = (side: string) => {
    name.dataset.side = side;
    const box = name.getBoundingClientRect();
    const isInside =
      box.left >= map.left + edge && box.right <= map.right - edge && box.top >= map.top + edge && box.bottom <= map.bottom - edge;
    return isInside && !obstacles.some((other) => isCovering(box, other));
  };
  if (!sides.some(isFree)) name.dataset.side = 'none';
}

function isCovering(a: DOMRect, b: DOMRect): boolean {
  return a.left < b.right && a.right > b.left && a.top < b.bottom && a.bottom > b.top;
}
