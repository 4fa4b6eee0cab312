/** Converts the `d` attribute of SVG paths to PDF operators. */

type Step = (numbers: number[], relative: boolean) => void;

const valuesPerStep = { M: 2, L: 2, H: 1, V: 1, C: 6, S: 4, Z: 0 } as const;
type Command = keyof typeof valuesPerStep;

/** Formats a number without an exponent, and with no more digits than printers need. */
export function pdfNumber(value: number): string {
  return String(Number(value.toFixed(3)));
}

const join = (operator: string, ...numbers: number[]) => `${numbers.map(pdfNumber).join(' ')} ${operator}`.trim();

/**
 * Converts an SVG path to PDF operators. Supports M, L, H, V, C, S and Z, absolute and relative. Throws for other commands; use `ellipse`
 * for circles.
 */
export function pathOperators(d: string): string {
  const commands: string[] = [];
  let start: readonly [number, number] = [0, 0];
  let x = 0;
  let y = 0;
  /** Second control point of the previous curve, which S mirrors. */
  let control: readonly [number, number] | undefined;

  const curve = (x1: number, y1: number, x2: number, y2: number, toX: number, toY: number) => {
    commands.push(join('c', x1, y1, x2, y2, toX, toY));
    control = [x2, y2];
    [x, y] = [toX, toY];
  };
  const line = (toX: number, toY: number) => {
    commands.push(join('l', toX, toY));
    [x, y] = [toX, toY];
  };
  const steps: Record<Command, Step> = {
    M: ([dx = 0, dy = 0], relative) => {
      [x, y] = relative ? [x + dx, y + dy] : [dx, dy];
      start = [x, y];
      commands.push(join('m', x, y));
    },
    L: ([dx = 0, dy = 0], relative) => (relative ? line(x + dx, y + dy) : line(dx, dy)),
    H: ([dx = 0], relative) => line(relative ? x + dx : dx, y),
    V: ([dy = 0], relative) => line(x, relative ? y + dy : dy),
    C: ([x1 = 0, y1 = 0, x2 = 0, y2 = 0, toX = 0, toY = 0], relative) => {
      const [fromX, fromY] = relative ? [x, y] : [0, 0];
      curve(fromX + x1, fromY + y1, fromX + x2, fromY + y2, fromX + toX, fromY + toY);
    },
    S: ([x2 = 0, y2 = 0, toX = 0, toY = 0], relative) => {
      const [mirroredX, mirroredY] = control ? [2 * x - control[0], 2 * y - control[1]] : [x, y];
      const [fromX, fromY] = relative ? [x, y] : [0, 0];
      curve(mirroredX, mirroredY, fromX + x2, fromY + y2, fromX + toX, fromY + toY);
    },
    Z: () => {
      commands.push('h');
      [x, y] = start;
    },
  };

  for (const [, letter = '', rest = ''] of d.matchAll(/([a-z])([^a-z]*)/gi)) {
    const command = parseCommand(letter);
    const relative = letter === letter.toLowerCase();
    const numbers = (rest.match(/-?(?:\d*\.\d+|\d+)/g) ?? []).map(Number);
    const size = valuesPerStep[command];
    for (let at = 0; at === 0 || at < numbers.length; at += size || 1) {
      // Extra coordinate pairs after a moveto are implicit linetos.
      const step = command === 'M' && at > 0 ? 'L' : command;
      if (step !== 'C' && step !== 'S') control = undefined;
      steps[step](numbers.slice(at, at + size), relative);
    }
  }
  return commands.join('\n');
}

function parseCommand(letter: string): Command {
  const command = letter.toUpperCase();
  if (!(command in valuesPerStep)) throw new Error(`Unsupported path command ${letter}`);
  return command as Command;
}

/** Distance of the control points, relative to the radius, at which four Bézier curves approximate a circle. */
const roundness = 0.5523;

export function ellipse(x: number, y: number, radiusX: number, radiusY = radiusX): string {
  const [bendX, bendY] = [radiusX * roundness, radiusY * roundness].map((value) => Number(value.toFixed(3))) as [number, number];
  return [
    `M${x - radiusX} ${y}`,
    `C${x - radiusX} ${y - bendY} ${x - bendX} ${y - radiusY} ${x} ${y - radiusY}`,
    `S${x + radiusX} ${y - bendY} ${x + radiusX} ${y}`,
    `S${x + bendX} ${y + radiusY} ${x} ${y + radiusY}`,
    `S${x - radiusX} ${y + bendY} ${x - radiusX} ${y}Z`,
  ].join('');
}

export function roundedBox(x: number, y: number, width: number, height: number, radius: number): string {
  const bend = Number((radius * (1 - roundness)).toFixed(3));
  const corner = (dx: number, dy: number, toX: number, toY: number) => `c${dx} ${dy} ${toX} ${toY} `;
  const straightLength = radius - bend;
  return [
    `M${x + radius} ${y}h${width - 2 * radius}`,
    `${corner(straightLength, 0, radius, bend)}${radius} ${radius}`,
    `v${height - 2 * radius}`,
    `${corner(0, straightLength, -bend, radius)}${-radius} ${radius}`,
    `h${-(width - 2 * radius)}`,
    `${corner(-straightLength, 0, -radius, -bend)}${-radius} ${-radius}`,
    `v${-(height - 2 * radius)}`,
    `${corner(0, -straightLength, bend, -radius)}${radius} ${-radius}Z`,
  ].join('');
}
