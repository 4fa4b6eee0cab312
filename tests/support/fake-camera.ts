/** A film for Chromium's fake camera: somebody holds a Cache Card before the lens. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type QrPicture, readQrSvg } from '#tests/support/qr-picture.ts';

export const views = ['plain', 'rotated', 'blurred', 'tilted'] as const;
export type View = (typeof views)[number];

export const frameWidth = 640;
export const frameHeight = 480;
const frames = 5;
const background = 96;
const cardPaper = 236;
const ink = 24;

/** Where the four corners of the card appear: top left, top right, bottom right, bottom left. */
type Corners = [Point, Point, Point, Point];
type Point = [x: number, y: number];

const centre: Point = [frameWidth / 2, frameHeight / 2];

function square(side: number, degrees: number): Corners {
  const turn = (degrees * Math.PI) / 180;
  const corner = (dx: number, dy: number): Point => [
    centre[0] + (side / 2) * (dx * Math.cos(turn) - dy * Math.sin(turn)),
    centre[1] + (side / 2) * (dx * Math.sin(turn) + dy * Math.cos(turn)),
  ];
  return [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)];
}

const looks: Record<View, { corners: Corners; blurRadius: number }> = {
  plain: { corners: square(330, 0), blurRadius: 0 },
  rotated: { corners: square(310, 25), blurRadius: 0 },
  blurred: { corners: square(340, 3), blurRadius: 2 },
  tilted: {
    corners: [
      [190, 90],
      [470, 60],
      [505, 420],
      [150, 380],
    ],
    blurRadius: 0,
  },
};

/** The brightness of one frame, row by row, 0 to 255. */
export function drawFrame(svg: string, view: View): Uint8Array {
  const { corners, blurRadius } = looks[view];
  const sharp = drawCard(readQrSvg(svg), corners);
  return blurRadius > 0 ? blur(blur(sharp, blurRadius), blurRadius) : sharp;
}

/** Writes the film and returns its path, for `--use-file-for-fake-video-capture`. */
export function filmCard(svg: string, view: View): string {
  const folder = mkdtempSync(join(tmpdir(), 'cache-cards-film-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, `${view}.y4m`);
  writeFileSync(path, y4m(drawFrame(svg, view)));
  return path;
}

/** Browser arguments that make a film the camera and grant every page its use. */
export function cameraArgs(film: string): string[] {
  return ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream', `--use-file-for-fake-video-capture=${film}`];
}

function drawCard(picture: QrPicture, corners: Corners): Uint8Array {
  const toUnit = inverseProjection(corners);
  const frame = new Uint8Array(frameWidth * frameHeight);
  const samples = [1 / 6, 3 / 6, 5 / 6];
  for (let y = 0; y < frameHeight; y += 1) {
    for (let x = 0; x < frameWidth; x += 1) {
      let sum = 0;
      for (const dy of samples) {
        for (const dx of samples) {
          const [u, v] = toUnit(x + dx, y + dy);
          const onCard = u >= 0 && u < 1 && v >= 0 && v < 1;
          sum += !onCard ? background : picture.isDark(u * picture.size, v * picture.size) ? ink : cardPaper;
        }
      }
      frame[y * frameWidth + x] = Math.round(sum / 9);
    }
  }
  return frame;
}

/** Frame coordinates to the card's own, 0 to 1: the inverse of the projection of the unit square onto four corners. */
function inverseProjection([[x0, y0], [x1, y1], [x2, y2], [x3, y3]]: Corners): (x: number, y: number) => Point {
  const sumX = x0 - x1 + x2 - x3;
  const sumY = y0 - y1 + y2 - y3;
  const determinant = (x1 - x2) * (y3 - y2) - (x3 - x2) * (y1 - y2);
  const g = (sumX * (y3 - y2) - (x3 - x2) * sumY) / determinant;
  const h = ((x1 - x2) * sumY - sumX * (y1 - y2)) / determinant;
  const [a, b, c] = [x1 - x0 + g * x1, x3 - x0 + h * x3, x0];
  const [d, e, f] = [y1 - y0 + g * y1, y3 - y0 + h * y3, y0];
  return (x, y) => {
    const u = (e - f * h) * x + (c * h - b) * y + (b * f - c * e);
    const v = (f * g - d) * x + (a - c * g) * y + (c * d - a * f);
    const w = (d * h - e * g) * x + (b * g - a * h) * y + (a * e - b * d);
    return [u / w, v / w];
  };
}

/** A box blur; two of them look like a lens out of focus. */
function blur(frame: Uint8Array, radius: number): Uint8Array {
  const result = new Uint8Array(frame.length);
  for (let y = 0; y < frameHeight; y += 1) {
    for (let x = 0; x < frameWidth; x += 1) {
      let sum = 0;
      let count = 0;
      for (let yy = Math.max(0, y - radius); yy <= Math.min(frameHeight - 1, y + radius); yy += 1) {
        for (let xx = Math.max(0, x - radius); xx <= Math.min(frameWidth - 1, x + radius); xx += 1) {
          sum += frame[yy * frameWidth + xx] ?? 0;
          count += 1;
        }
      }
      result[y * frameWidth + x] = Math.round(sum / count);
    }
  }
  return result;
}

/** YUV4MPEG2, 4:2:0, without colour; brightness in video range. Chromium plays it over and over. */
function y4m(brightness: Uint8Array): Buffer {
  const luma = Buffer.from(brightness.map((value) => 16 + Math.round((value * 219) / 255)));
  const chroma = Buffer.alloc((frameWidth * frameHeight) / 2, 128);
  const frame = Buffer.concat([Buffer.from('FRAME\n'), luma, chroma]);
  const header = Buffer.from(`YUV4MPEG2 W${frameWidth} H${frameHeight} F10:1 Ip A1:1 C420mpeg2\n`);
  return Buffer.concat([header, ...Array.from({ length: frames }, () => frame)]);
}
