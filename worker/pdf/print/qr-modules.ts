import QRCode from 'qrcode-svg';
import type { Box, Pen } from './pen.ts';

const quietModules = 4;

/** Draws the QR code and its quiet zone. Error correction level Q keeps the code readable even if a quarter of it is damaged. */
export function drawQrModules(pen: Pen, content: string, square: { x: number; y: number; size: number }): void {
  const { modules } = new QRCode({ content, ecl: 'Q', padding: 0 }).qrcode;
  const scale = square.size / (modules.length + 2 * quietModules);
  pen.at({ x: square.x + quietModules * scale, y: square.y + quietModules * scale, scale }, (code) => {
    code.fillBoxes(modules.flatMap(findDarkRuns), 'black');
  });
}

/** Merges adjacent modules of a row, which reduces the number of shapes and avoids hairlines between them. */
function findDarkRuns(row: boolean[], y: number): Box[] {
  const runs: Box[] = [];
  for (let x = 0; x < row.length; x += 1) {
    if (!row[x]) continue;
    const start = x;
    while (row[x + 1]) x += 1;
    runs.push({ x: start, y, width: x + 1 - start, height: 1 });
  }
  return runs;
}
