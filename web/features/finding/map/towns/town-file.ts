/** Format of the town files, written by the build (scripts/map-data/towns.ts). */

/** `region` is an index; coordinates in degrees; population in thousands. */
export type TownRow = [name: string, region: number, latitude: number, longitude: number, thousands: number];

export interface TownFile {
  /** `North Carolina|US|NC`: region name, country code, and region code if people use it. */
  regions: string[];
  towns: TownRow[];
}

/** The files, sorted by their first key. */
export interface TownIndex {
  /** The file with the world's largest towns. */
  largest: string;
  files: { firstKey: string; address: string }[];
}
