/** Artwork shared by all certificates: map, frame and code panel. */
import { contourLines } from '#worker/pdf/print/contours.ts';
import { inks } from '#worker/pdf/print/ink.ts';
import { cacheCard, chest, compassRose, leafTree, mountain, palm, pine, ship, tent, wave } from '#worker/pdf/print/landmarks.ts';
import type { DrawingPosition, Pen } from '#worker/pdf/print/pen.ts';
import { roundedBox } from '#worker/pdf/print/svg-path.ts';
import { page } from './page.ts';

export const panel = { x: 1_946, y: 92, width: 756, height: page.height - 184 } as const;

const ground = `M0 0H${page.width}V${page.height}H0Z`;
const innerFrame = roundedBox(92, 92, page.width - 184, page.height - 184, 26);
const shore = 'M92 1790c180-70 320-30 470-74s250-60 380-10 190 96 330 66 200-92 330-72 210 60 344 36v331H92Z';
const sea = 'M92 1902c190-44 330 26 520-4s300-70 470-22 250 66 420 34 300-40 444-10v167H92Z';
const trail = 'M318 1838C420 1890 520 1800 640 1812s160 70 270 44 150-86 250-70 160 76 280 60 44-44 96-40';

const mountains: DrawingPosition[] = [
  { x: 980, y: 1724, scale: 1.9 },
  { x: 1130, y: 1738, scale: 1.3 },
  { x: 860, y: 1738, scale: 1.2 },
];
const pines = [420, 462, 500, 540, 584, 700, 744, 1246, 1290, 1330].map((x, index) => ({ x, y: 1752 + 14 * (index % 3), scale: 1.9 }));
const leafTrees = [626, 664, 1372, 1414, 1456].map((x, index) => ({ x, y: 1770 + 10 * (index % 2), scale: 1.9 }));
const waves = [190, 350, 500, 830, 1000, 1360, 1500, 1820].map((x, index) => ({ x, y: 1960 + 34 * (index % 3), scale: 1.6 }));

export function drawScene(pen: Pen): void {
  pen.fill(ground, inks.paper);
  pen.drawInside(innerFrame, (map) => {
    map.fill(ground, inks.paperRaised);
    map.stroke(contourLines({ x: 1_500, y: 560, step: 92, lines: 11, shape: 2 }), inks.paperLine, 3);
    drawLandscape(map);
    drawPanel(map);
  });
  drawFrame(pen);
}

function drawLandscape(map: Pen): void {
  map
    .fill(shore, inks.land)
    .stroke('M92 1790c180-70 320-30 470-74s250-60 380-10 190 96 330 66 200-92 330-72 210 60 344 36', inks.landLine, 4);
  map.at({ x: 0, y: -14 }, (beach) => beach.fill(sea, inks.sand));
  map.fill(sea, inks.sea);
  for (const place of mountains) map.at(place, mountain);
  for (const place of pines) map.at(place, pine);
  for (const place of leafTrees) map.at(place, leafTree);
  for (const place of waves) map.at(place, wave);
  map.stroke(trail, inks.vermilion, 11, [26, 22]);
  map.at({ x: 238, y: 1836, scale: 2 }, tent);
  map.at({ x: 780, y: 1822, scale: 1.5, turn: -8 }, cacheCard);
  map.at({ x: 1_570, y: 1806 }, (mark) => mark.stroke('m-28-26 56 52m0-52-56 52', inks.vermilion, 19));
  map.at({ x: 1_800, y: 1838, scale: 2.1 }, palm).at({ x: 1_696, y: 1_800, scale: 1.6 }, chest);
  map.at({ x: 1_180, y: 1_950, scale: 1.7, turn: -3 }, ship);
}

function drawPanel(map: Pen): void {
  const { x, y, width, height } = panel;
  const face = `M${x} ${y}h${width}v${height}h${-width}Z`;
  map.drawInside(face, (side) => {
    side.fill(face, inks.forestDeep);
    side.stroke(contourLines({ x: x + 260, y: 1_560, step: 84, lines: 17, shape: 0.5 }), inks.forestLine, 4);
  });
  map.at({ x: x + width / 2, y: 1_720, scale: 4 }, chest);
  map.fill(`M${x - 14} ${y}h14v${height}h-14Z`, inks.gold);
}

function drawFrame(pen: Pen): void {
  pen.stroke(roundedBox(62, 62, page.width - 124, page.height - 124, 40), inks.goldDeep, 7);
  pen.stroke(innerFrame, inks.outline, 4);
  pen.at({ x: 1_806, y: 236, scale: 1.6 }, compassRose);
}
