/**
 * Colors for print. Artwork is RGB, which printers convert. Fine details and codes are pure black so that misaligned inks cannot blur them.
 * Transparency is avoided because printers render it inconsistently.
 */

import { pdfNumber } from './svg-path.ts';

export type Ink = { red: number; green: number; blue: number } | 'black';

function ink(hex: string): Ink {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255);
  return { red, green, blue };
}

export const inks = {
  white: ink('#ffffff'),
  paper: ink('#f7eed9'),
  paperRaised: ink('#fffaf0'),
  paperLine: ink('#ecdfc1'),
  forest: ink('#1d5c47'),
  forestDeep: ink('#123f30'),
  forestLine: ink('#1b5140'),
  vermilion: ink('#c2331c'),
  vermilionDeep: ink('#8f2312'),
  gold: ink('#e9b23a'),
  goldDeep: ink('#b17a10'),
  sheet: ink('#f4e3b8'),
  land: ink('#edd7a1'),
  landLine: ink('#d9bd80'),
  sand: ink('#f9eac2'),
  sea: ink('#a4d0c9'),
  seaDeep: ink('#8bc2bd'),
  river: ink('#8fc2bd'),
  wave: ink('#4f928d'),
  outline: ink('#5b4022'),
  hill: ink('#d9bd80'),
  hillShade: ink('#c09b5c'),
  snow: ink('#fdf6e3'),
  pine: ink('#2f6d53'),
  pineDark: ink('#1f5a45'),
  leaf: ink('#6f9a4c'),
  leafDark: ink('#4f8450'),
  trunk: ink('#6d4a25'),
  wood: ink('#8a4f22'),
  woodDark: ink('#6d3c18'),
  landShadow: ink('#cdb585'),
  sandShadow: ink('#dcc79a'),
  black: 'black',
} as const satisfies Record<string, Ink>;

/** Returns the operator that sets the color for fills (and text) or strokes. */
export function inkOperator(color: Ink, use: 'fill' | 'stroke'): string {
  if (color === 'black') return use === 'fill' ? '0 0 0 1 k' : '0 0 0 1 K';
  const numbers = [color.red, color.green, color.blue].map(pdfNumber).join(' ');
  return `${numbers} ${use === 'fill' ? 'rg' : 'RG'}`;
}
