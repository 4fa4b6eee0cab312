/** Replaces pmtiles in the site (vite.config.ts): protomaps-leaflet needs it only for addresses, and tile-layer.ts passes a source of its own. */
export class PMTiles {
  constructor() {
    throw new Error('The map reads its tiles through tile-layer.ts');
  }
}
