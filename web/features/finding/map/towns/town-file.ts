/** What the build makes of GeoNames' towns (scripts/map-data/towns.ts), and the search reads. */

/** Name, which of the file's regions, degrees, and thousands of people. */
export type TownRow = [name: string, region: number, latitude: number, longitude: number, thousands: number];

export interface TownFile {
  /** `North Carolina|US|NC`: the region's name, its country's two letters, and the region's own, where people write them. */
  regions: string[];
  towns: TownRow[];
}

/** Where the files are. They follow each other in the order of keys. */
export interface TownIndex {
  /** Of the largest towns, whatever their names. */
  largest: string;
  files: { firstKey: string; address: string }[];
}
