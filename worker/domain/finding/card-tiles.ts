/** How many cards stand where, by tiles. Product rules: Finding cards. */
import type { CardCount, InQuery } from '#schema/finding.ts';
import { metersPerDegree } from '#schema/geo.ts';
import { cardsOnMapAtMost } from '#schema/rules.ts';

/**
 * Sides of the tiles of each level, in millionths of degrees: 3,300, 1,100, 220, 56 and 11 km at the equator. Each level divides the one
 * before. The triggers that count say them too (trigger `card_places_added`).
 */
export const tileSides = [30_000_000, 10_000_000, 2_000_000, 500_000, 100_000] as const;
/** The finest level for visitors: tiles of about 50 km. */
const finestForVisitors = 3;
/**
 * Towards the poles, where tiles grow narrow, visitors’ tiles are joined to one of these widths: each a part of the next, so that no
 * difference of counts is about anything narrower.
 */
const visitorsWidths = [500_000, 1_000_000, 2_000_000, 10_000_000, 30_000_000, 90_000_000] as const;
const visitorsWidthMeters = 50_000;
/** Tiles that a window is shown by at most. */
const tilesAtMost = 100;
/** On the screen a tile is at least so wide, that counts do not cover each other. */
const tilePixels = 40;

const turn = 360_000_000;
const millionths = (degrees: number) => Math.round(degrees * 1e6);

/** A part of the map that does not cross the date line, in millionths of degrees. */
export interface Window {
  west: number;
  south: number;
  east: number;
  north: number;
}

/** Across the date line it is two. */
export type MapWindows = readonly [Window, Window?];

export function windowsOf({ west, south, east, north }: InQuery['bbox']): MapWindows {
  const rows = { south: millionths(south), north: millionths(north) };
  if (west <= east) return [{ ...rows, west: millionths(west), east: millionths(east) }];
  return [
    { ...rows, west: millionths(west), east: turn / 2 },
    { ...rows, west: -turn / 2, east: millionths(east) },
  ];
}

/** Rows and columns of tiles of one level; a tile's number is its row times the tiles of a row, and its column. */
export interface TileRange extends Window {
  tilesARow: number;
}
const nowhere: Window = { south: 0, north: -1, west: 0, east: -1 };

/** The finest level whose tiles are neither too many nor too small to be told apart. */
export function levelOf(windows: MapWindows, zoom: number, { isVisitor }: { isVisitor: boolean }): number {
  const pixelsADegree = (256 * 2 ** zoom) / 360;
  const fits = (level: number) => {
    const tiles = windows.map((window) => (window ? tilesOver(window, level) : nowhere));
    const count = tiles.reduce((sum, { south, north, west, east }) => sum + (north - south + 1) * (east - west + 1), 0);
    return count <= tilesAtMost && ((tileSides[level] ?? 0) / 1e6) * pixelsADegree >= tilePixels;
  };
  let finest = isVisitor ? finestForVisitors : tileSides.length - 1;
  while (finest > 0 && !fits(finest)) finest -= 1;
  return finest;
}

/** Those that touch a window. */
export function tilesOver({ south, north, west, east }: Window, level: number): TileRange {
  const side = tileSides[level] ?? turn;
  // The poles and the date line themselves belong to the last tiles, as in the triggers.
  const row = (latitude: number) => Math.floor((Math.min(latitude, turn / 4 - 1) + turn / 4) / side);
  const column = (longitude: number) => Math.floor((Math.min(longitude, turn / 2 - 1) + turn / 2) / side);
  return { tilesARow: turn / side, south: row(south), north: row(north), west: column(west), east: column(east) };
}

/** Those that lie within a window. */
export function tilesWithin({ south, north, west, east }: Window, level: number): Window {
  const side = tileSides[level] ?? turn;
  return {
    south: Math.ceil((south + turn / 4) / side),
    north: Math.floor((north + turn / 4) / side) - 1,
    west: Math.ceil((west + turn / 2) / side),
    east: Math.floor((east + turn / 2) / side) - 1,
  };
}

export interface CountedTile {
  tile: number;
  cards: number;
}

/** Whether a tile that lies within the windows holds more cards than a map shows one by one: of a wide window none is read then. */
export function isCrowded(tiles: readonly CountedTile[], level: number, windows: MapWindows): boolean {
  const { tilesARow } = tilesOver(windows[0], level);
  const inside = windows.map((window) => (window ? tilesWithin(window, level) : nowhere));
  return tiles.some(({ tile, cards }) => {
    const [row, column] = [Math.floor(tile / tilesARow), tile % tilesARow];
    const holds = ({ south, north, west, east }: Window) => row >= south && row <= north && column >= west && column <= east;
    return cards > cardsOnMapAtMost && inside.some(holds);
  });
}

/** What is counted together: a tile, or tiles of a row side by side. */
export interface CountedArea extends Window {
  cards: number;
}

export function areaOf({ tile, cards }: CountedTile, level: number, joined = 1): CountedArea {
  const side = tileSides[level] ?? turn;
  const [row, column] = [Math.floor(tile / (turn / side)), tile % (turn / side)];
  const [south, west] = [row * side - turn / 4, Math.floor(column / joined) * joined * side - turn / 2];
  return { south, west, north: south + side, east: west + joined * side, cards };
}

/** How many tiles of a row are joined for visitors: the fewest that are wide enough on the side of the pole. */
function joinedForVisitors(row: number, level: number): number {
  const side = tileSides[level] ?? turn;
  const edge = Math.max(Math.abs(row * side - turn / 4), Math.abs((row + 1) * side - turn / 4)) / 1e6;
  const metersWide = (width: number) => (width / 1e6) * metersPerDegree * Math.cos((edge * Math.PI) / 180);
  const width = visitorsWidths.find((one) => one >= side && metersWide(one) >= visitorsWidthMeters) ?? turn;
  return width / side;
}

/** Windows with all that is counted together with what they show. */
export function widenedForVisitors([first, second]: MapWindows, level: number): MapWindows {
  const side = tileSides[level] ?? turn;
  const widened = (window: Window): Window => {
    const { south, north, west, east } = tilesOver(window, level);
    const joined = Math.max(joinedForVisitors(south, level), joinedForVisitors(north, level));
    const [from, to] = [Math.floor(west / joined) * joined, (Math.floor(east / joined) + 1) * joined];
    return { ...window, west: from * side - turn / 2, east: to * side - turn / 2 - 1 };
  };
  return [widened(first), second && widened(second)];
}

/** Of the tiles of windows that were widened, those that the windows touch, joined. */
export function joinForVisitors(tiles: readonly CountedTile[], level: number, windows: MapWindows): CountedArea[] {
  const { tilesARow } = tilesOver(windows[0], level);
  const joined = new Map<string, CountedArea>();
  // Across the date line both windows may have been widened to the same tiles.
  for (const tile of new Map(tiles.map((one) => [one.tile, one])).values()) {
    const area = areaOf(tile, level, joinedForVisitors(Math.floor(tile.tile / tilesARow), level));
    if (!windows.some((window) => window && area.west <= window.east && area.east >= window.west)) continue;
    const key = `${area.south}/${area.west}`;
    joined.set(key, { ...area, cards: area.cards + (joined.get(key)?.cards ?? 0) });
  }
  return [...joined.values()];
}

/** At the middle of what is counted together; where that is larger than the window, at the middle of what one sees of it. */
export function countOf(area: CountedArea, [window]: MapWindows): CardCount {
  const isAround = area.south <= window.south && area.north >= window.north && area.west <= window.west && area.east >= window.east;
  const { south, north, west, east } = isAround ? window : area;
  return { latitude: (south + north) / 2e6, longitude: (west + east) / 2e6, count: area.cards };
}
