import { type ComponentType, lazy } from 'react';

/** A page, or a part of one, that is loaded when it is first shown, or before. */
export interface Page<Props = object> {
  Component: ComponentType<Props>;
  /** Loads it, so that it is there at the first drawing: where its HTML stands already, nothing may flicker. */
  preload: () => Promise<void>;
}

/** A page, or a part of one, in a chunk of its own. */
export function page<Props extends object>(load: () => Promise<ComponentType<Props>>): Page<Props> {
  let Loaded: ComponentType<Props> | undefined;
  const Lazy = lazy(async () => ({ default: await load() }));
  return {
    Component: (props: Props) => (Loaded ? <Loaded {...props} /> : <Lazy {...props} />),
    async preload() {
      Loaded ??= await load();
    },
  };
}

/**
 * Imports a module. Browsers remember for as long as the page stands that one did not come, and never ask for it again under
 * the same address: so it is asked for under another one, once at every try. Safari does not say which module it was.
 */
export function importAgain<Module>(load: () => Promise<Module>): Promise<Module> {
  return load().catch((error) => {
    const address = /\S+\.js/.exec(error)?.[0];
    if (!address) throw error;
    return import(/* @vite-ignore */ `${address}?${Date.now()}`);
  });
}
