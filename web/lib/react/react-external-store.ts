/** Takes the place of the package of the same purpose that swr and wouter import for older Reacts (see vite.config.ts). */
// biome-ignore lint/performance/noBarrelFile: stands in for a package
export { useSyncExternalStore } from 'react';
