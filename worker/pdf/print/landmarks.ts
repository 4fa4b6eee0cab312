/** Draws map symbols, each around its own origin, in the style of the home page's map. */
import { inks } from './ink.ts';
import type { Pen } from './pen.ts';
import { ellipse, roundedBox } from './svg-path.ts';

export function pine(pen: Pen): void {
  pen.stroke('M0 0v5', inks.trunk, 3).fill('M0-26 10-9H5l7 10h-24l7-10h-5Z', inks.pine).fill('M0-26 10-9H5l7 10H0Z', inks.pineDark);
}

export function leafTree(pen: Pen): void {
  pen
    .stroke('M0-4v9', inks.trunk, 3)
    .fill(ellipse(0, -12, 10.5), inks.leaf)
    .fill('M3-22C9-20 11-15 10.5-10C9-3 2 0-3-1.8C3-5 6-14 3-22Z', inks.leafDark);
}

export function mountain(pen: Pen): void {
  pen
    .fill('M-58 34C-36 8-22-24-4-46c20 20 34 52 62 80Z', inks.hill)
    .fill('M-4-46c20 20 34 52 62 80H14C18 8 4-8 6-20S-4-34-4-46Z', inks.hillShade)
    .fill('M-4-46c7 7 13 15 18 24-5 4-8-2-12 3-3 4-7-4-10 1-3 4-8-1-12 2 6-10 10-20 16-30Z', inks.snow)
    .stroke('M-58 34C-36 8-22-24-4-46c20 20 34 52 62 80', inks.outline, 2.2);
}

export function wave(pen: Pen): void {
  pen.stroke('M-16 0c5-6 9-6 13 0 4-6 8-6 12 0', inks.wave, 2.4);
}

export function cacheCard(pen: Pen): void {
  pen
    .fill(roundedBox(-27, -16, 60, 42, 6), inks.landShadow)
    .fill(roundedBox(-30, -21, 60, 42, 6), inks.paperRaised)
    .stroke(roundedBox(-30, -21, 60, 42, 6), inks.outline, 1.6)
    .fillEvenOdd(
      'M-22-14h9v9h-9Zm2.5 2.5v4h4v-4ZM-22 3h9v9h-9Zm2.5 2.5v4h4v-4ZM-5-14h9v9h-9Zm2.5 2.5v4h4v-4ZM-10.5-13h3v3h-3Zm0 6h3v3h-3Zm-8 5h3v3h-3Zm5 0h3v3h-3Zm6 0h3v6h-3Zm4 0h4v3h-4Zm6 0h3v4h-3Zm-8 7h4v3h-4Zm-4 4h3v3h-3Zm8 0h5v3h-5Z',
      inks.black,
    )
    .stroke('m14-9 9 9m0-9-9 9', inks.vermilion, 3.6);
}

export function tent(pen: Pen): void {
  pen
    .fill('M-46 20h104l-14 9h-88Z', inks.landShadow)
    .fill('M-4-36 38 18h-84Z', inks.vermilion)
    .fill('M-4-36 38 18H16Z', inks.vermilionDeep)
    .fill('M-4-8 6 18h-22Z', inks.sheet)
    .stroke('m-10-44 6 8 5-8', inks.outline, 2.6);
}

export function ship(pen: Pen): void {
  pen
    .fill('M-32 10h62c-4 14-12 20-20 20h-24c-9 0-16-8-18-20Z', inks.wood)
    .fill('M-2-42c18 8 26 26 24 46H-2ZM-7-30c-12 8-18 18-19 34h19Z', inks.paperRaised)
    .stroke('M-4-48V10', inks.outline, 2.6)
    .fill('M-4-50l-14 5 14 5Z', inks.vermilion)
    .stroke('M-50 34c6-6 11-6 15 0 5-6 10-6 15 0 5-6 10-6 15 0 5-6 10-6 15 0 5-6 10-6 15 0', inks.wave, 2.4);
}

export function palm(pen: Pen): void {
  pen
    .stroke('M0 12C6-12 2-34-12-56', inks.trunk, 8)
    .fill('M-12-56c14-22 38-22 52-6-18-4-34-2-52 6Z', inks.pine)
    .fill('M-12-56c26-4 42 12 42 32-10-16-24-26-42-32Z', inks.pine)
    .fill('M-12-56c-16-20-40-16-50 2 16-6 32-6 50-2Z', inks.pine)
    .fill('M-12-56c-24 2-36 18-34 38 8-18 18-30 34-38Z', inks.pine)
    .fill('M-12-56c-4-20 8-34 26-36-12 10-20 20-26 36Z', inks.pineDark);
}

export function chest(pen: Pen): void {
  pen
    .fill(ellipse(4, 24, 48, 9), inks.sandShadow)
    .at({ x: 0, y: 0, turn: -14 }, (lid) =>
      lid
        .fill('M-36-14c0-18 8-27 18-27h40c10 0 18 9 18 27Z', inks.woodDark)
        .fill('M-28-14v-20c2-4 4-6 7-7v27ZM26-14v-27c3 1 5 3 7 7v20Z', inks.gold),
    )
    .fill('M-32-6c6-14 14-8 20-15s14 5 24-3 20 4 24 18Z', inks.gold)
    .fill('M-36-8h76v30h-76Z', inks.wood)
    .fill('M-36 6h76v4h-76Z', inks.woodDark)
    .fill('M-28-8h7v30h-7Zm54 0h7v30h-7ZM-6-4H10V12H-6Z', inks.gold)
    .fill(ellipse(2, 4, 3), inks.woodDark);
}

export function compassRose(pen: Pen): void {
  pen
    .stroke(ellipse(0, 0, 40), inks.outline, 2.2)
    .stroke(ellipse(0, 0, 33), inks.outline, 1.4)
    .fill('M0 50 9 9H-9ZM50 0 9 9V-9ZM-50 0l41 9V-9Z', inks.outline)
    .fill('M0-52 9-9H-9Z', inks.vermilion)
    .fill(ellipse(0, 0, 8), inks.gold);
}

export function logo(pen: Pen): void {
  pen
    .at({ x: 26, y: 20, turn: 9 }, (back) => back.fill(roundedBox(-17, -13, 34, 26, 5), inks.gold))
    .fill(roundedBox(4, 12, 38, 28, 5.5), inks.forest)
    .stroke(roundedBox(4, 12, 38, 28, 5.5), inks.paper, 1.5)
    .stroke('M10.5 33.5c6 1 7.5-3 6.5-6.5s1.5-7 6.5-6 4.5 2.5 6 1.5', inks.paper, 2.8, [0.1, 4.6])
    .stroke('m30 17 7 7m0-7-7 7', inks.vermilion, 4);
}
