/** Made by the build: scripts/map-data. */
declare module 'virtual:land' {
  const rings: number[][];
  export default rings;
}
declare module 'virtual:towns' {
  const index: import('#web/features/finding/map/towns/town-file.ts').TownIndex;
  export default index;
}
