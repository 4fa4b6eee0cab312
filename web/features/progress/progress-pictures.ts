import { t } from '@lingui/core/macro';
/** Pictures of medals and trips for sharing. They reveal no card and no place where the member has been. */
import { type MedalId, medalIds } from '#schema/progress/medals.ts';
import type { Trip } from '#schema/progress/progress.ts';
import { tripStopTokens } from '#schema/rules.ts';
import sprite from '#web/art/medals.svg?url';
import { medalLabels } from '#web/features/progress/medals/medal-labels.ts';
import { destinationDrawing } from '#web/features/stays/DestinationPicture.tsx';
import { number, tokensLabel } from '#web/lib/format.ts';
import type { MapPicture } from '#web/ui/pictures/map-picture.ts';

const center = { x: 540, y: 600 };
const medalSize = 460;

export function medalPicture(id: MedalId): MapPicture {
  const { name } = medalLabels()[id];
  return {
    words: [name, t`Medal earned`],
    seed: medalIds.indexOf(id) + 1,
    fileName: `cache-cards-medal-${id.replace('_', '-')}.png`,
    drawSubject: async (on) => {
      on.drawImage(await loadMedal(id), center.x - medalSize / 2, center.y - medalSize / 2, medalSize, medalSize);
    },
  };
}

/** Loads one medal of the sprite as an image. Rejects if the sprite cannot be loaded. */
async function loadMedal(id: MedalId): Promise<HTMLImageElement> {
  const text = await (await fetch(sprite)).text();
  const symbol = new DOMParser().parseFromString(text, 'image/svg+xml').getElementById(id);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${medalSize}" height="${medalSize}" viewBox="0 0 64 64">${symbol?.innerHTML ?? ''}</svg>`;
  return loadImage(`data:image/svg+xml,${encodeURIComponent(svg)}`);
}

async function loadImage(address: string): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = address;
  await image.decode();
  return image;
}

export function tripPicture({ destinationId, name, tokens: goal }: Trip, tokens: number): MapPicture {
  const hasArrived = tokens >= goal;
  return {
    words: hasArrived ? [t`I made it!`, t`Next stop: ${name}`] : [t`On my way`, t`to ${name}`],
    seed: goal + tokens,
    fileName: 'cache-cards-trip.png',
    isPlain: true,
    drawSubject: async (on) => {
      drawDestination(on, await loadImage(destinationDrawing(destinationId)));
      drawTrip(on, Math.max(0, Math.min(tokens, goal)), goal);
    },
  };
}

const middle = 570;
const destination = { x: 620, y: middle - 127, width: 380, height: 254, corner: 28 };

/** Draws the destination where the trail ends. */
function drawDestination(on: CanvasRenderingContext2D, drawing: HTMLImageElement) {
  const { x, y, width, height, corner } = destination;
  const frame = new Path2D();
  frame.roundRect(x, y, width, height, corner);
  on.save();
  on.clip(frame);
  on.drawImage(drawing, x, y, width, height);
  on.restore();
  on.lineWidth = 10;
  on.strokeStyle = '#fffaf0';
  on.stroke(frame);
}

function drawTrip(on: CanvasRenderingContext2D, tokens: number, goal: number) {
  const left = 130;
  const right = destination.x - 30;
  const pointAt = (share: number) => ({ x: left + (right - left) * share, y: middle + 60 * Math.sin(share * 2 * Math.PI) });
  const drawTrail = (from: number, to: number, color: string) => {
    on.strokeStyle = color;
    on.lineWidth = 16;
    on.setLineDash([2, 32]);
    on.beginPath();
    for (let step = 0; step <= 90; step += 1) {
      const { x, y } = pointAt(from + ((to - from) * step) / 90);
      on.lineTo(x, y);
    }
    on.stroke();
    on.setLineDash([]);
  };
  const share = tokens / goal;
  drawTrail(share, 1, '#8d7a58');
  drawTrail(0, share, '#c2331c');
  for (let stop = tripStopTokens; stop < goal; stop += tripStopTokens) {
    const { x, y } = pointAt(stop / goal);
    on.beginPath();
    on.arc(x, y, 17, 0, 2 * Math.PI);
    on.fillStyle = stop <= tokens ? '#e9b23a' : '#fffaf0';
    on.fill();
    on.lineWidth = 6;
    on.strokeStyle = '#5b4022';
    on.stroke();
  }
  drawPin(on, share < 1 ? pointAt(share) : { x: destination.x + destination.width / 2, y: middle + 70 });
  on.textAlign = 'center';
  on.fillStyle = '#2a2118';
  on.font = '700 60px Fraunces, Georgia, serif';
  on.fillText(t`${number(tokens)} of ${tokensLabel(goal)}`, center.x, 375, 820);
}

function drawPin(on: CanvasRenderingContext2D, { x, y }: { x: number; y: number }) {
  on.save();
  on.translate(x, y);
  on.scale(6, 6);
  on.fillStyle = '#c2331c';
  on.fill(new Path2D('M0 0C-7-9-9-12-9-16a9 9 0 0 1 18 0c0 4-2 7-9 16Z'));
  on.fillStyle = '#fffaf0';
  on.beginPath();
  on.arc(0, -16, 3.6, 0, 2 * Math.PI);
  on.fill();
  on.restore();
}
