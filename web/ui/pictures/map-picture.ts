/** Draws pictures for sharing: a subject on a treasure map, always in the light theme. */

const pictureSize = { width: 1_080, height: 1_350 };

const day = {
  paper: '#f7eed9',
  sheet: '#f2dfb0',
  land: '#ecd59d',
  rim: '#c9a866',
  ink: '#5b4022',
  dark: '#2a2118',
  water: '#a9d0c9',
  wave: '#5d9c97',
  pine: '#2f6d53',
  pineShade: '#1f5a45',
  trunk: '#6d4a25',
  hill: '#d9bd80',
  snow: '#fdf6e3',
  card: '#1d5c47',
  cardEdge: '#123f30',
  gold: '#e9b23a',
  trail: '#c2331c',
  white: '#fffaf0',
};

export interface MapPicture {
  /** Title and subtitle. */
  words: [string, string];
  /** Determines the trees and the bends in the trail. */
  seed: number;
  /** Draws the subject around the point (540, 600), about 500 pixels wide. */
  drawSubject: (on: CanvasRenderingContext2D) => void | Promise<void>;
  fileName: string;
  /** Leaves out the trail to the subject and the rays around it. */
  isPlain?: boolean;
}

/** Throws if the browser does not support canvas. */
export async function drawMapPicture(canvas: HTMLCanvasElement, { words, seed, drawSubject, isPlain }: MapPicture): Promise<void> {
  // A canvas does not wait for fonts, so load them first. If that fails, the fallback font is fine.
  await document.fonts?.load('700 96px Fraunces').catch(() => undefined);
  Object.assign(canvas, pictureSize);
  const on = canvas.getContext('2d');
  if (!on) throw new Error('This browser can’t create the image');
  on.lineCap = 'round';
  on.lineJoin = 'round';
  drawSheet(on);
  if (!isPlain) drawRays(on);
  drawLand(on, seed);
  if (!isPlain) drawTrail(on, seed);
  await drawSubject(on);
  drawWords(on, words);
}

type Pen = CanvasRenderingContext2D;

function fill(on: Pen, path: string | Path2D, color: string) {
  on.fillStyle = color;
  on.fill(typeof path === 'string' ? new Path2D(path) : path);
}

function stroke(on: Pen, path: string, color: string, width: number, dash: number[] = []) {
  on.strokeStyle = color;
  on.lineWidth = width;
  on.setLineDash(dash);
  on.stroke(new Path2D(path));
  on.setLineDash([]);
}

function drawAt(on: Pen, [x, y, scale = 1, turn = 0]: [x: number, y: number, scale?: number, turn?: number], draw: () => void) {
  on.save();
  on.translate(x, y);
  on.scale(scale, scale);
  on.rotate(turn);
  draw();
  on.restore();
}

function drawSheet(on: Pen) {
  const { width, height } = pictureSize;
  on.fillStyle = day.paper;
  on.fillRect(0, 0, width, height);
  const edge =
    'M44 60C180 36 300 66 440 48s260 22 390 2 150 16 206 8c14 150-10 280 4 430s-12 270 2 400-8 270-4 398c-150 22-280-8-420 6s-270-14-400 4-120-2-178 0c-16-150 8-290-4-430s10-280 0-410S54 190 44 60Z';
  fill(on, edge, day.sheet);
  stroke(on, edge, day.rim, 6);
}

function drawLand(on: Pen, seed: number) {
  fill(
    on,
    'M74 860C210 790 360 850 520 810s330 20 486-40c8 160-6 330-2 476-140 16-300-6-460 6S220 1260 78 1252c-8-130 4-260-4-392Z',
    day.land,
  );
  fill(on, 'M76 960c110-30 180 40 280 20s120-70 200-60 60 90 10 130-190 20-260 60-150 60-226 40c-8-60-2-120-4-190Z', day.water);
  for (const [x, y] of [
    [170, 1030],
    [300, 1060],
    [420, 1000],
    [190, 1110],
  ] as const)
    drawAt(on, [x, y], () => stroke(on, 'M-34 0c11-10 23-10 34 0s23 10 34 0', day.wave, 5));
  for (const [x, y, scale] of [
    [210, 800, 2.4],
    [880, 790, 2.1],
    [800, 815, 1.5],
  ] as const)
    drawAt(on, [x, y, scale], () => {
      fill(on, 'M-58 34C-36 8-22-24-4-46c20 20 34 52 62 80Z', day.hill);
      fill(on, 'M-4-46c7 7 13 15 18 24-5 4-8-2-12 3-3 4-7-4-10 1-3 4-8-1-12 2 6-10 10-20 16-30Z', day.snow);
      stroke(on, 'M-58 34C-36 8-22-24-4-46c20 20 34 52 62 80', day.ink, 2.4);
    });
  for (let index = 0; index < 8; index += 1) {
    const x = 620 + ((index * 173 + seed * 61) % 370);
    drawAt(on, [x, 930 + index * 34, 1.5 + (index % 3) * 0.25], () => {
      stroke(on, 'M0 0v6', day.trunk, 3);
      fill(on, 'M0-26 10-9H5l7 10h-24l7-10h-5Z', day.pine);
      fill(on, 'M0-26 10-9H5l7 10H0Z', day.pineShade);
    });
  }
}

function drawTrail(on: Pen, seed: number) {
  const bend = ((seed * 89) % 260) - 130;
  stroke(on, `M150 1215C${330 + bend} 1150 ${540 - bend} 1240 ${560 + bend / 2} 1060S${400 + bend} 900 540 800`, day.trail, 13, [2, 34]);
}

function drawRays(on: Pen) {
  for (let ray = 0; ray < 16; ray += 1)
    drawAt(on, [540, 600, 1, (ray * Math.PI) / 8], () => stroke(on, ray % 2 ? 'M0-270v-62' : 'M0-270v-34', day.gold, 14));
}

/** Draws the card from the logo, without a QR code. */
export function drawCard(on: Pen) {
  drawAt(on, [540, 600, 1, 0.14], () => {
    const cardBack = new Path2D();
    cardBack.roundRect(-250, -190, 520, 350, 44);
    fill(on, cardBack, day.gold);
  });
  drawAt(on, [540, 600, 1, -0.08], () => {
    const [card, shade] = [new Path2D(), new Path2D()];
    shade.roundRect(-270, -168, 540, 370, 46);
    card.roundRect(-270, -180, 540, 370, 46);
    fill(on, shade, day.cardEdge);
    fill(on, card, day.card);
    stroke(on, 'M-190 110c80 20 110-30 95-85s20-100 95-85 70 40 110 20', day.white, 16, [2, 40]);
    stroke(on, 'm130-110 96 96m0-96-96 96', '#ff8163', 30);
  });
}

function drawWords(on: Pen, [title, line]: [string, string]) {
  on.textAlign = 'center';
  on.fillStyle = day.dark;
  on.font = '700 96px Fraunces, Georgia, serif';
  on.fillText(title, 540, 168, 920);
  on.fillStyle = day.trail;
  on.font = '700 64px Fraunces, Georgia, serif';
  on.fillText(line, 540, 254, 900);
  on.fillStyle = day.ink;
  on.font = '700 40px Fraunces, Georgia, serif';
  on.fillText('Cache Cards', 850, 1_240, 400);
}
