import { type ComponentType, lazy } from 'react';

/** A page that is loaded when it is first shown, or before. */
export interface Page {
  Component: ComponentType;
  /** Loads it, so that it is there at the first drawing: where its HTML stands already, nothing may flicker. */
  preload: () => Promise<void>;
}

/** A page in a chunk of its own. */
export function page(load: () => Promise<ComponentType>): Page {
  let Loaded: ComponentType | undefined;
  const Lazy = lazy(async () => ({ default: await load() }));
  return {
    Component: () => (Loaded ? <Loaded /> : <Lazy />),
    async preload() {
      Loaded ??= await load();
    },
  };
}
