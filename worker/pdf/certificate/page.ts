/** The page is US Letter in landscape format. Units are tenths of a millimeter. */
import type { Lettering } from '#worker/pdf/lettering.ts';
import { Pen } from '#worker/pdf/print/pen.ts';

export const page = { width: 2_794, height: 2_159 } as const;

const pointsPerUnit = 72 / 254;

export const pagePoints = [page.width * pointsPerUnit, page.height * pointsPerUnit] as [number, number];

export function createPagePen(lettering: Lettering, draw: (pen: Pen) => void): Pen {
  const pen = new Pen(lettering);
  pen.raw(`q ${pointsPerUnit} 0 0 ${-pointsPerUnit} 0 ${pagePoints[1]} cm`);
  draw(pen);
  return pen.raw('Q');
}
