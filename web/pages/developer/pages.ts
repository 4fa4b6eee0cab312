/** Bundles all developer pages into one chunk. */
// biome-ignore lint/performance/noBarrelFile: one chunk, loaded on demand
export { SimpleTestPage } from '#web/pages/developer/SimpleTestPage.tsx';
export { TestAuthButtonPage } from '#web/pages/developer/TestAuthButtonPage.tsx';
export { TestAuthPage } from '#web/pages/developer/TestAuthPage.tsx';
