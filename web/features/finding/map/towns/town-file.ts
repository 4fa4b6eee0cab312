/** Format written by the build (scripts/map-data/towns.ts) and read by the search. */

/** Name, index of the region, degrees, and population in thousands. */
export type TownRow = [name: string, region: number, latitude: number, longitude: number, thousands: number];

export interface TownFile {
  /** `North Carolina|US|NC`: region name, country code, and region code where people use it. */
  regions: string[];
  towns: TownRow[];
}

/** Names of the files, in the order of their keys. */
export interface TownIndex {
  /** The file with the largest towns of any name. */
  largest: string;
  files: { firstKey: string; address: string }[];
}
