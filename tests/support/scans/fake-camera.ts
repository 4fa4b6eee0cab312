/** Creates a video for Chromium's fake camera: a Cache Card held in front of the lens. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type QrPicture, readQrSvg } from '#tests/support/scans/qr-picture.ts';

export const views = ['plain', 'rotated', 'blurred', 'tilted', 'slanted', 'dim', 'far', 'inverted'] as const;
export type View = (typeof views)[number];

export const frameWidth = 640;
export const frameHeight = 480;
const frames = 5;

/** Lighting of the picture: brightness values from 0 to 255, and camera noise. */
interface Light {
  background: number;
  paper: number;
  ink: number;
  grain: number;
}

const daylight: Light = { background: 96, paper: 236, ink: 24, grain: 0 };

/** Corners of the card in the frame: top left, top right, bottom right, bottom left. */
type Corners = [Point, Point, Point, Point];
type Point = [x: number, y: number];

const center: Point = [frameWidth / 2, frameHeight / 2];

function square(side: number, degrees: number): Corners {
  const turn = (degrees * Math.PI) / 180;
  const corner = (dx: number, dy: number): Point => [
    center[0] + (side / 2) * (dx * Math.cos(turn) - dy * Math.sin(turn)),
    center[1] + (side / 2) * (dx * Math.sin(turn) + dy * Math.cos(turn)),
  ];
  return [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)];
}

interface Look {
  corners: Corners;
  blurRadius?: number;
  light?: Light;
}

const looks: Record<View, Look> = {
  plain: { corners: square(330, 0) },
  rotated: { corners: square(310, 25) },
  blurred: { corners: square(340, 3), blurRadius: 3 },
  tilted: {
    corners: [
      [190, 90],
      [470, 60],
      [505, 420],
      [150, 380],
    ],
  },
  // Simulates a phone held by someone kneeling next to the card: the far edge appears little more than half as long as the near one.
  slanted: {
    corners: [
      [235, 120],
      [425, 105],
      [500, 400],
      [130, 385],
    ],
  },
  dim: { corners: square(320, 8), light: { background: 14, paper: 42, ink: 16, grain: 5 } },
  far: { corners: square(88, 4) },
  inverted: { corners: square(300, 6), light: { background: 96, paper: 24, ink: 236, grain: 0 } },
};

/** Returns the brightness of one frame, row by row, from 0 to 255. */
export function drawFrame(svg: string, view: View): Uint8Array {
  const { corners, blurRadius = 0, light = daylight } = looks[view];
  const sharp = drawCard(readQrSvg(svg), corners, light);
  const blurredPixels = blurRadius > 0 ? blur(blur(sharp, blurRadius), blurRadius) : sharp;
  return light.grain > 0 ? grainy(blurredPixels, light.grain) : blurredPixels;
}

let folder: string | undefined;
let films = 0;

/** Writes the video and returns its path, for `--use-file-for-fake-video-capture`. */
export function filmCard(svg: string, view: View): string {
  folder ??= folderUntilExit();
  films += 1;
  const path = join(folder, `${films}-${view}.y4m`);
  writeFileSync(path, y4m(drawFrame(svg, view)));
  return path;
}

function folderUntilExit(): string {
  const filmFolder = mkdtempSync(join(tmpdir(), 'cache-cards-film-'));
  process.once('exit', () => rmSync(filmFolder, { recursive: true, force: true }));
  return filmFolder;
}

/** Returns browser arguments that use a video as the camera and allow every page to use it. */
export function cameraArgs(film: string): string[] {
  return ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream', `--use-file-for-fake-video-capture=${film}`];
}

function drawCard(picture: QrPicture, corners: Corners, { background, paper, ink }: Light): Uint8Array {
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
          sum += !onCard ? background : picture.isDark(u * picture.size, v * picture.size) ? ink : paper;
        }
      }
      frame[y * frameWidth + x] = Math.round(sum / 9);
    }
  }
  return frame;
}

/**
 * Returns a function that maps frame coordinates to card coordinates between 0 and 1. It inverts the projection of the unit square onto
 * four corners.
 */
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

/** Applies a box blur. Two passes approximate an out-of-focus lens. */
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

function grainy(frame: Uint8Array, grain: number): Uint8Array {
  let seed = 1;
  return frame.map((value) => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
    return value + Math.round(((seed >>> 16) / 65_535 - 0.5) * 2 * grain);
  });
}

/** Encodes a frame as YUV4MPEG2, 4:2:0, without color and with brightness in the limited video range. Chromium plays it in a loop. */
function y4m(brightness: Uint8Array): Buffer {
  const luma = Buffer.from(brightness.map((value) => 16 + Math.round((value * 219) / 255)));
  const chroma = Buffer.alloc((frameWidth * frameHeight) / 2, 128);
  const frame = Buffer.concat([Buffer.from('FRAME\n'), luma, chroma]);
  const header = Buffer.from(`YUV4MPEG2 W${frameWidth} H${frameHeight} F10:1 Ip A1:1 C420mpeg2\n`);
  return Buffer.concat([header, ...Array.from({ length: frames }, () => frame)]);
}
