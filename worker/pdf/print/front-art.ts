/** Draws the front of a card: a treasure map with the product's name. */
import { boxPath, cardFormat } from './card-format.ts';
import { contourLines } from './contours.ts';
import { displayFont } from './fonts.ts';
import { inks } from './ink.ts';
import { cacheCard, chest, compassRose, leafTree, mountain, palm, pine, ship, tent, wave } from './landmarks.ts';
import type { DrawingPosition, Pen } from './pen.ts';

const coast = 'M1260-90H1200C1040-80 952 10 934 110s26 150-18 206-132 32-178 98 10 120-60 172-118 20-150 84-20 90-34 160H1260Z';
const river = 'M268 392c24 60 92 40 120 92s70 50 120 56 70 60 132 58';
const trail = 'M168 664C236 690 262 640 316 616s84-4 122-40 26-110 84-140 120 8 164-24 40-74 92-64 66 96 38 158 -30 84 6 124';
const island = 'M782 642c-6-38 50-68 110-68s128 16 134 56-58 76-126 78-112-26-118-66Z';
const meadow = 'M846 612c20-20 70-24 108-12s34 36 4 42-134-8-112-30Z';

const mountains: DrawingPosition[] = [
  { x: 150, y: 372, scale: 1.05 },
  { x: 372, y: 372, scale: 0.85 },
  { x: 262, y: 366, scale: 1.45 },
  { x: 452, y: 388, scale: 0.62 },
];
const pines = parsePositions(
  '92 452, 130 446, 176 462, 222 470, 112 480, 150 492, 196 500, 240 508, 84 512, 128 524, 168 532, 212 542, 262 542, 98 556, 142 566, 190 576, 236 576, 296 520, 336 540, 60 474, 52 536, 306 430, 344 452, 388 424, 430 440',
);
const leafTrees = parsePositions(
  '640 312, 676 304, 716 316, 752 300, 792 310, 832 296, 660 334, 700 342, 738 338, 776 334, 816 330, 610 334, 864 318, 620 362, 300 706, 336 692, 374 702, 412 690, 318 734, 356 738, 394 732, 434 722, 286 762, 330 770, 372 768, 416 760',
);
const waves = parsePositions(
  '1066 520, 960 510, 880 470, 1070 428, 730 586, 716 640, 690 716, 750 760, 620 770, 1060 740, 960 752, 850 756, 1086 620, 1000 250, 1092 240, 1086 330, 660 676, 884 556',
);
const cards: DrawingPosition[] = [
  { x: 318, y: 616, turn: -10, scale: 1.2 },
  { x: 524, y: 436, turn: 8, scale: 1.2 },
  { x: 780, y: 402, turn: -8, scale: 1.2 },
];

/** Parses a list of positions in the form `x y, x y`. */
function parsePositions(text: string): DrawingPosition[] {
  return text.split(', ').map((spot) => {
    const [x = 0, y = 0] = spot.split(' ').map(Number);
    return { x, y };
  });
}

/** Draws the front. `sideMargin` widens the map at both sides for cards of another shape. */
export function drawFront(pen: Pen, sideMargin = 0): void {
  const area = boxPath(-sideMargin, cardFormat.width + sideMargin);
  pen.drawInside(area, (map) => {
    drawGround(map, area);
    for (const place of mountains) map.at(place, mountain);
    plant(map, pines, pine);
    plant(map, leafTrees, leafTree);
    for (const place of waves) map.at(place, wave);
    map.fill(island, inks.sand).stroke(island, inks.outline, 2.4).fill(meadow, inks.leaf);
    map.at({ x: 1012, y: 392, turn: -4, scale: 1.15 }, ship);
    map.stroke(trail, inks.vermilion, 7.5, [17, 15]);
    map.at({ x: 122, y: 660, scale: 1.25 }, tent);
    map.at({ x: 838, y: 652 }, (mark) => mark.stroke('m-17-15 34 30m0-30-34 30', inks.vermilion, 12));
    map.at({ x: 1000, y: 622, scale: 1.05 }, palm).at({ x: 936, y: 646, scale: 1.1 }, chest);
    for (const place of cards) map.at(place, cacheCard);
    map.at({ x: 1000, y: 132, scale: 1.1 }, compassRose);
  });
  drawTitle(pen);
}

/** Draws trees back to front so that nearer ones cover those behind them. */
function plant(map: Pen, places: DrawingPosition[], tree: (pen: Pen) => void): void {
  for (const { x, y } of places.toSorted((a, b) => a.y - b.y)) map.at({ x, y, scale: 1.25 }, tree);
}

function drawGround(map: Pen, area: string): void {
  map.fill(area, inks.sheet);
  map.fill('M-140 344L0 300c140-60 220 20 340-10s190-60 330-40 220-60 440-40v590H-140Z', inks.land);
  map.stroke(contourLines({ x: 560, y: 620, step: 22, lines: 4, shape: 1 }), inks.landLine, 1.8);
  map.at({ x: -20, y: -16 }, (beach) => beach.fill(coast, inks.sand));
  map.fill(coast, inks.sea);
  map.at({ x: 54, y: 44 }, (deep) => deep.fill(coast, inks.seaDeep));
  map.stroke(river, inks.river, 14);
  map.stroke(coast, inks.outline, 2.6);
}

function drawTitle(pen: Pen): void {
  pen.text('Cache Cards', 78, 176, { font: displayFont, size: 128, color: inks.forestDeep, spacing: -1.5 });
  pen.text('Earn Vacations Geocaching', 82, 242, { font: displayFont, size: 46, color: inks.vermilionDeep });
}
