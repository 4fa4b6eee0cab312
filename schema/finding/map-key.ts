/**
 * Computes map keys. The map key of a location is one integer whose digits identify the nested cells that contain it, from 90 degrees down
 * to about 140 m. All locations in a cell form one contiguous range of keys, so map queries need only one index. Dividing a key by a cell's
 * span gives the cell's number.
 */

/** Side lengths of the cells in millionths of a degree. Each one evenly divides the previous one. */
export const cellSides = [
  90_000_000, 30_000_000, 10_000_000, 2_000_000, 1_000_000, 500_000, 100_000, 50_000, 25_000, 12_500, 6_250, 1_250,
] as const;
export type CellSide = (typeof cellSides)[number];

/** Side lengths of the tiles in card_tiles, by level. The triggers `cache_cards_tiles_…` repeat these lengths. */
export const tileSides = [30_000_000, 10_000_000, 2_000_000, 500_000, 100_000, 25_000, 6_250] as const satisfies readonly CellSide[];

export const worldHeight = 180_000_000;
export const worldWidth = 360_000_000;
export const smallestSide = 1_250;

export const cellSpan = (side: number): number => (side / smallestSide) ** 2;

/** First tile level that visitors see only as counts in the center of their tiles. */
const firstFineLevel = 3;

/**
 * Cells in whose rows and columns the positions of cards are counted to average them per tile, in millionths of a degree. For the levels whose
 * averages visitors see, they are as large as visitors' smallest tiles (worker/domain/finding/card-tiles.ts), for the others about 5 km.
 */
export function averageCell(level: number): { height: number; width: number } {
  return level < firstFineLevel ? { height: 500_000, width: 1_000_000 } : { height: 50_000, width: 50_000 };
}

/** SQL of the row and the column that a card adds to the sums of its tile. The triggers `cache_cards_tiles_…` repeat it. */
export function averageCellSql(level: string, card: string): { row: string; column: string } {
  const [coarse, fine] = [averageCell(0), averageCell(firstFineLevel)];
  const position = (column: string, max: number) => `min(${card}.${column} + ${max / 2}, ${max - 1})`;
  return {
    row: `${position('shown_latitude_e6', worldHeight)} / iif(${level} < ${firstFineLevel}, ${coarse.height}, ${fine.height})`,
    column: `${position('shown_longitude_e6', worldWidth)} / iif(${level} < ${firstFineLevel}, ${coarse.width}, ${fine.width})`,
  };
}

/** SQL table of the tile levels: column1 is the level, column2 the span of its tiles. */
export const tileLevelsSql = `(VALUES ${tileSides.map((side, level) => `(${level}, ${cellSpan(side)})`).join(', ')})`;

/** Number of cell columns in a cell of the next larger size. For the largest size, the number of columns around the globe. */
export const columnsWithin = cellSides.map((side, index) => (cellSides[index - 1] ?? worldWidth) / side);

/** Grid position: distances north of the south pole and east of the date line, in millionths of a degree. */
export interface GridPosition {
  y: number;
  x: number;
}

/** Converts coordinates to a grid position. The north pole and the date line fall into the last row and column. */
export function gridPosition(latitudeE6: number, longitudeE6: number): GridPosition {
  return { y: Math.min(latitudeE6 + worldHeight / 2, worldHeight - 1), x: Math.min(longitudeE6 + worldWidth / 2, worldWidth - 1) };
}

export function mapKey(latitudeE6: number, longitudeE6: number): number {
  const { y, x } = gridPosition(latitudeE6, longitudeE6);
  return cellSides.reduce((key, side, index) => {
    const columns = columnsWithin[index] ?? 1;
    return key + ((Math.floor(y / side) % columns) * columns + (Math.floor(x / side) % columns)) * cellSpan(side);
  }, 0);
}

/** Returns the southwest corner of the smallest cell with this key. */
export function cellCorner(key: number): GridPosition {
  let [remaining, y, x] = [key, 0, 0];
  for (const [index, side] of cellSides.entries()) {
    const columns = columnsWithin[index] ?? 1;
    const digit = Math.floor(remaining / cellSpan(side));
    remaining %= cellSpan(side);
    y += Math.floor(digit / columns) * side;
    x += (digit % columns) * side;
  }
  return { y, x };
}

/** SQL version of `mapKey`, for a generated column. */
export function mapKeySql(latitudeE6: string, longitudeE6: string): string {
  const y = `min(${latitudeE6} + ${worldHeight / 2}, ${worldHeight - 1})`;
  const x = `min(${longitudeE6} + ${worldWidth / 2}, ${worldWidth - 1})`;
  const digits = cellSides.map((side, index) => {
    const columns = columnsWithin[index];
    return `(${y} / ${side} % ${columns} * ${columns} + ${x} / ${side} % ${columns}) * ${cellSpan(side)}`;
  });
  return digits.join(' + ');
}
