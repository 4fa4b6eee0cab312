/** Replaces the shim package that swr and wouter import for older versions of React (see vite.config.ts). */
// biome-ignore lint/performance/noBarrelFile: replaces a package
export { useSyncExternalStore } from 'react';
