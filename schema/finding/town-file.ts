/** Format of the town files, written by the build (scripts/map-data/towns.ts). */

/**
 * `region` is an index into the region list, the coordinates are in degrees, and the population is in thousands. `isOtherName` marks postal
 * codes and names in other languages.
 */
export type TownRow = [name: string, region: number, latitude: number, longitude: number, thousands: number, isOtherName?: 1];

export interface TownFile {
  /** Entries such as `North Carolina|US|NC`: region name, country code, and the region's code if it is in common use. */
  regions: string[];
  towns: TownRow[];
}

/** Index of the town files, sorted by the first search key in each file. */
export interface TownIndex {
  /** Name of the file with the world's largest towns. */
  largest: string;
  files: { firstKey: string; address: string }[];
}

/** Path of the file with the `TownSquareIndex`, which the Worker reads. */
export const townSquareIndexPath = '/lists/town-squares.json';

/** Index of the town files by square. A file's URL is `addressStart`, followed by the square's number and `.json`. */
export interface TownSquareIndex {
  addressStart: string;
  /** Numbers of the squares that have a file. */
  squares: number[];
}
