/** Takes the place of the package of the same purpose that swr and wouter import for older Reacts (see vite.config.ts). */
export { useSyncExternalStore } from 'react';
