/**
 * Stub that replaces pmtiles in the bundle (vite.config.ts). protomaps-leaflet needs pmtiles only for URLs, and tile-layer.ts passes its
 * own source.
 */
export class PMTiles {
  constructor() {
    throw new Error('The map reads its tiles through tile-layer.ts');
  }
}
