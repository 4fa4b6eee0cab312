/** Counts cards per map tile. Product rules: Finding cards. */
import type { CardCount, MapWindowQuery } from '#schema/finding/finding.ts';
import { metersPerDegree, type Place } from '#schema/finding/geo.ts';
import { averageCell, cellCorner, cellSpan, gridPosition, tileSides, worldHeight, worldWidth } from '#schema/finding/map-key.ts';
import { maxCardsOnMap } from '#schema/rules.ts';

/** The finest level at which members see counts: tiles of about 11 km. Finer levels only guide the nearest-cards search. */
const finestMemberLevel = 4;
/** The finest level for visitors: tiles of about 50 km. */
const finestVisitorLevel = 3;
/**
 * Near the poles, visitors' tiles are merged to one of these widths, in millionths of a degree. Each width divides the next, so that
 * comparing counts reveals no finer detail.
 */
const visitorTileWidths = [500_000, 1_000_000, 2_000_000, 10_000_000, 30_000_000, 90_000_000] as const;
const minVisitorTileMeters = 50_000;
const maxTiles = 100;
/** Minimum tile width on screen in pixels. */
const tilePixels = 40;

const fullTurn = 360_000_000;
const getTileSide = (level: number) => tileSides[level] ?? fullTurn;
const millionths = (degrees: number) => Math.round(degrees * 1e6);

/** A map area that does not cross the date line, in millionths of a degree. */
export interface Window {
  west: number;
  south: number;
  east: number;
  north: number;
}

export type MapWindows = readonly [Window, Window?];

export function splitWindows({ west, south, east, north }: MapWindowQuery['bbox']): MapWindows {
  const rows = { south: millionths(south), north: millionths(north) };
  if (west <= east) return [{ ...rows, west: millionths(west), east: millionths(east) }];
  return [
    { ...rows, west: millionths(west), east: fullTurn / 2 },
    { ...rows, west: -fullTurn / 2, east: millionths(east) },
  ];
}

const emptyWindow: Window = { south: 0, north: -1, west: 0, east: -1 };

/** Returns the finest tile level with few enough tiles, each large enough on screen. */
export function chooseLevel(windows: MapWindows, zoom: number, { isVisitor }: { isVisitor: boolean }): number {
  const pixelsPerDegree = (256 * 2 ** zoom) / 360;
  const fits = (level: number) => {
    const tiles = windows.map((window) => (window ? findOverlappingTiles(window, level) : emptyWindow));
    const count = tiles.reduce((sum, { south, north, west, east }) => sum + (north - south + 1) * (east - west + 1), 0);
    return count <= maxTiles && (getTileSide(level) / 1e6) * pixelsPerDegree >= tilePixels;
  };
  let finestLevel = isVisitor ? finestVisitorLevel : finestMemberLevel;
  while (finestLevel > 0 && !fits(finestLevel)) finestLevel -= 1;
  return finestLevel;
}

export function findOverlappingTiles({ south, north, west, east }: Window, level: number): Window {
  const side = getTileSide(level);
  const [from, to] = [gridPosition(south, west), gridPosition(north, east)];
  return {
    south: Math.floor(from.y / side),
    north: Math.floor(to.y / side),
    west: Math.floor(from.x / side),
    east: Math.floor(to.x / side),
  };
}

export function findContainedTiles({ south, north, west, east }: Window, level: number): Window {
  const side = getTileSide(level);
  return {
    south: Math.ceil((south + fullTurn / 4) / side),
    north: Math.floor((north + fullTurn / 4) / side) - 1,
    west: Math.ceil((west + fullTurn / 2) / side),
    east: Math.floor((east + fullTurn / 2) / side) - 1,
  };
}

export interface CountedTile {
  tile: number;
  cards: number;
  /** Sums of the cards' rows and columns (`averageCell`); null if not computed yet. */
  rowSum: number | null;
  columnSum: number | null;
}

function rowAndColumn(tile: number, level: number): { row: number; column: number } {
  const side = getTileSide(level);
  const { y, x } = cellCorner(tile * cellSpan(side));
  return { row: y / side, column: x / side };
}

function isTileInside(areas: readonly Window[], tile: number, level: number): boolean {
  const { row, column } = rowAndColumn(tile, level);
  return areas.some(({ south, north, west, east }) => row >= south && row <= north && column >= west && column <= east);
}

export function isInWindows(place: Place, windows: MapWindows): boolean {
  const [latitude, longitude] = [millionths(place.latitude), millionths(place.longitude)];
  return windows.some(
    (window) => window && latitude >= window.south && latitude <= window.north && longitude >= window.west && longitude <= window.east,
  );
}

export function selectTiles(tiles: readonly CountedTile[], level: number, windows: MapWindows): CountedTile[] {
  const areas = windows.map((window) => (window ? findOverlappingTiles(window, level) : emptyWindow));
  return tiles.filter(({ tile }) => isTileInside(areas, tile, level));
}

/** Whether a tile entirely inside the visible map area contains more cards than the map shows individually. */
export function isCrowded(tiles: readonly CountedTile[], level: number, windows: MapWindows): boolean {
  const areas = windows.map((window) => (window ? findContainedTiles(window, level) : emptyWindow));
  return tiles.some(({ tile, cards }) => cards > maxCardsOnMap && isTileInside(areas, tile, level));
}

export function listLargestTiles(windows: MapWindows): number[] {
  const areas = windows.map((window) => (window ? findContainedTiles(window, 0) : emptyWindow));
  const all = Array.from({ length: (worldHeight * worldWidth) / tileSides[0] ** 2 }, (_, tile) => tile);
  return all.filter((tile) => isTileInside(areas, tile, 0));
}

export interface CountedArea extends Window {
  cards: number;
  /** Where the count is shown: the average position of the cards, or the center if the average is unknown or reveals too much. */
  place: { latitude: number; longitude: number };
}

function getTileArea(tile: number, level: number, tilesPerArea: number): Window {
  const side = getTileSide(level);
  const { row, column } = rowAndColumn(tile, level);
  const [south, west] = [row * side - fullTurn / 4, Math.floor(column / tilesPerArea) * tilesPerArea * side - fullTurn / 2];
  return { south, west, north: south + side, east: west + tilesPerArea * side };
}

export function toCountedArea(tile: CountedTile, level: number): CountedArea {
  const area = getTileArea(tile.tile, level, 1);
  return { ...area, cards: tile.cards, place: { ...getAreaCenter(area), ...getAverage(tile, level) } };
}

const getAreaCenter = ({ south, north, west, east }: Window) => ({ latitude: (south + north) / 2, longitude: (west + east) / 2 });

function getAverage({ cards, rowSum, columnSum }: CountedTile, level: number) {
  if (rowSum === null || columnSum === null) return undefined;
  const { height, width } = averageCell(level);
  return {
    latitude: Math.round((rowSum / cards + 0.5) * height - fullTurn / 4),
    longitude: Math.round((columnSum / cards + 0.5) * width - fullTurn / 2),
  };
}

/**
 * Returns how many neighboring tiles in a row are merged into one for visitors. The merged tile is wide enough even at the edge closer to
 * the pole.
 */
function visitorTileWidth(row: number, level: number): number {
  const side = getTileSide(level);
  const edge = Math.max(Math.abs(row * side - fullTurn / 4), Math.abs((row + 1) * side - fullTurn / 4)) / 1e6;
  const metersWide = (width: number) => (width / 1e6) * metersPerDegree * Math.cos((edge * Math.PI) / 180);
  const width = visitorTileWidths.find((candidate) => candidate >= side && metersWide(candidate) >= minVisitorTileMeters) ?? fullTurn;
  return width / side;
}

/** Widens the map area to whole merged tiles. */
export function widenForVisitors([first, second]: MapWindows, level: number): MapWindows {
  const side = getTileSide(level);
  const widenWindow = (window: Window): Window => {
    const { south, north, west, east } = findOverlappingTiles(window, level);
    const tilesToJoin = Math.max(visitorTileWidth(south, level), visitorTileWidth(north, level));
    const [from, to] = [Math.floor(west / tilesToJoin) * tilesToJoin, (Math.floor(east / tilesToJoin) + 1) * tilesToJoin];
    return { ...window, west: from * side - fullTurn / 2, east: to * side - fullTurn / 2 - 1 };
  };
  return [widenWindow(first), second && widenWindow(second)];
}

/** Latitude, in millionths of a degree, up to which visitors' smallest tiles are no wider than an `averageCell`. */
const maxAverageLatitude = 63_000_000;

/**
 * Moves the count from the center of a visitors' area to the cards' average position as far as that reveals no more than the counts of
 * visitors' smallest tiles.
 */
function getVisitorPlace(area: Window, tiles: CountedTile, level: number): CountedArea['place'] {
  const average = level < finestVisitorLevel ? getAverage(tiles, level) : undefined;
  const center = getAreaCenter(area);
  if (!average) return center;
  const isFarFromPoles = Math.max(-area.south, area.north) <= maxAverageLatitude;
  return { latitude: average.latitude, longitude: isFarFromPoles ? average.longitude : center.longitude };
}

const addSums = (a: number | null, b: number | null) => (a === null || b === null ? null : a + b);

/** Returns the merged tiles that touch the map area. `tiles` must cover the widened map area. */
export function mergeVisitorTiles(tiles: readonly CountedTile[], level: number, windows: MapWindows): CountedArea[] {
  const areasByKey = new Map<string, { area: Window; sums: CountedTile }>();
  // If the area crosses the date line, widening may have given both halves the same tiles, so remove duplicates.
  for (const tile of new Map(tiles.map((countedTile) => [countedTile.tile, countedTile])).values()) {
    const area = getTileArea(tile.tile, level, visitorTileWidth(rowAndColumn(tile.tile, level).row, level));
    if (!windows.some((window) => window && area.west <= window.east && area.east >= window.west)) continue;
    const key = `${area.south}/${area.west}`;
    const { cards, rowSum, columnSum } = areasByKey.get(key)?.sums ?? { cards: 0, rowSum: 0, columnSum: 0 };
    const sums = {
      tile: tile.tile,
      cards: cards + tile.cards,
      rowSum: addSums(rowSum, tile.rowSum),
      columnSum: addSums(columnSum, tile.columnSum),
    };
    areasByKey.set(key, { area, sums });
  }
  return [...areasByKey.values()].map(({ area, sums }) => ({ ...area, cards: sums.cards, place: getVisitorPlace(area, sums, level) }));
}

/** Moves the count to the center of the visible map if the area contains all of the map and the count would be outside it. */
export function toCardCount({ cards, place, ...area }: CountedArea, [window]: MapWindows): CardCount {
  const containsWindow = area.south <= window.south && area.north >= window.north && area.west <= window.west && area.east >= window.east;
  const isInWindow =
    place.latitude >= window.south && place.latitude <= window.north && place.longitude >= window.west && place.longitude <= window.east;
  const { latitude, longitude } = containsWindow && !isInWindow ? getAreaCenter(window) : place;
  return { latitude: latitude / 1e6, longitude: longitude / 1e6, count: cards };
}
