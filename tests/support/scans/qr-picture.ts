/** A QR code read from an SVG. It can be sampled without a browser, with each module at its position in the SVG. */

export interface QrPicture {
  /** Width and height in SVG units. */
  size: number;
  /** Returns whether the point is dark. Points outside the picture are not dark. */
  isDark(x: number, y: number): boolean;
}

interface Rectangle {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Reads an SVG whose dark modules are axis-aligned rectangles: one path of closed subpaths, or `rect` elements. */
export function readQrSvg(svg: string): QrPicture {
  const opening = /<svg\b[^>]*>/.exec(svg)?.[0] ?? '';
  const [, , boxWidth] = (attribute(opening, 'viewBox') ?? '').split(/[\s,]+/).map(Number);
  const size = boxWidth || Number.parseFloat(attribute(opening, 'width') ?? '');
  if (!(size > 0)) throw new Error('The SVG has no size');
  const paths = [...svg.matchAll(/<path\b[^>]*>/g)].flatMap(([tag]) => subpaths(attribute(tag, 'd') ?? ''));
  const squares = [...svg.matchAll(/<rect\b[^>]*>/g)].filter(([tag]) => isDarkFill(tag)).map(([tag]) => rectangle(tag));
  const dark = [...paths, ...squares];
  if (dark.length < 100) throw new Error(`Only ${dark.length} dark modules found: not a QR code drawn by us`);
  const rows = new Map<number, Rectangle[]>();
  for (const module of dark) {
    for (let y = Math.floor(module.top); y < module.bottom; y += 1) rows.set(y, [...(rows.get(y) ?? []), module]);
  }
  return {
    size,
    isDark: (x, y) =>
      (rows.get(Math.floor(y)) ?? []).some((module) => x >= module.left && x < module.right && y >= module.top && y < module.bottom),
  };
}

function attribute(tag: string, name: string): string | undefined {
  return new RegExp(`\\s${name}\\s*=\\s*["']([^"']*)["']`).exec(tag)?.[1];
}

function isDarkFill(tag: string): boolean {
  const fill = attribute(tag, 'fill') ?? /fill:\s*([^;"']+)/.exec(attribute(tag, 'style') ?? '')?.[1] ?? '#000';
  return !/^(#fff(fff)?|white|none)$/i.test(fill.trim());
}

function rectangle(tag: string): Rectangle {
  const [left = 0, top = 0, width = 0, height = 0] = ['x', 'y', 'width', 'height'].map((name) => Number(attribute(tag, name) ?? 0));
  return { left, top, right: left + width, bottom: top + height };
}

/** Returns the bounding boxes of a path's closed subpaths, which must be rectangles drawn with M, H and V. */
function subpaths(d: string): Rectangle[] {
  const boxes: Rectangle[] = [];
  let x = 0;
  let y = 0;
  let points: [number, number][] = [];
  for (const [, command = '', numbers = ''] of d.matchAll(/([a-z])([^a-z]*)/gi)) {
    const values = numbers
      .split(/[\s,]+/)
      .filter(Boolean)
      .map(Number);
    const relative = command === command.toLowerCase();
    const [first = 0, second = 0] = values;
    switch (command.toUpperCase()) {
      case 'M':
      case 'L':
        x = relative ? x + first : first;
        y = relative ? y + second : second;
        break;
      case 'H':
        x = relative ? x + first : first;
        break;
      case 'V':
        y = relative ? y + first : first;
        break;
      case 'Z':
        boxes.push(boundingBox(points));
        points = [];
        continue;
      default:
        throw new Error(`Unsupported command in the QR path: ${command}`);
    }
    points.push([x, y]);
  }
  return boxes;
}

function boundingBox(points: [number, number][]): Rectangle {
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  const box = { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
  const isRectangle = points.every(([x, y]) => (x === box.left || x === box.right) && (y === box.top || y === box.bottom));
  if (!isRectangle || points.length < 4) throw new Error('A subpath of the QR path is not a rectangle');
  return box;
}
