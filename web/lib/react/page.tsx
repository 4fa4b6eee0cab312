import { type ComponentType, type ReactNode, startTransition, useEffect, useState } from 'react';

export interface Page<Props = object> {
  Component: ComponentType<Props>;
  /** Loads the component before the first render so that prerendered HTML does not flicker. */
  preload: () => Promise<void>;
}

/**
 * Puts a component into its own chunk and shows `fallback` until it is loaded. Does not use Suspense, because React hides suspended content
 * for 300 ms after the last fallback. On a page with an access check, that would happen twice.
 */
export function page<Props extends object>(load: () => Promise<ComponentType<Props>>, fallback: ReactNode = null): Page<Props> {
  let Loaded: ComponentType<Props> | undefined;
  async function preload() {
    Loaded ??= await load();
  }
  function LazyComponent(props: Props) {
    const [loadResult, setLoadResult] = useState<{ failure?: unknown }>();
    const isLoaded = Loaded !== undefined;
    useEffect(() => {
      // If the module was already loaded at the last render, there is nothing to load.
      if (isLoaded) return;
      preload().then(
        // A transition renders a large part in slices, so that taps are handled in between.
        () => startTransition(() => setLoadResult({})),
        // Firefox cancels pending loads when a navigation starts. The delay prevents an error from flashing before the next page appears.
        (failure) => setTimeout(setLoadResult, 500, { failure }),
      );
    }, [isLoaded]);
    if (loadResult?.failure) throw loadResult.failure;
    return Loaded ? <Loaded {...props} /> : fallback;
  }
  return { Component: LazyComponent, preload };
}

/**
 * Imports a module, with one retry. The retry uses a different URL, because browsers cache a failed import for the lifetime of the
 * document. Does not retry in Safari, whose errors do not name the module.
 */
export function importWithRetry<Module>(load: () => Promise<Module>): Promise<Module> {
  return load().catch((error) => {
    const address = /\S+\.js/.exec(error)?.[0];
    if (!address) throw error;
    return import(/* @vite-ignore */ `${address}?${Date.now()}`);
  });
}
