import { type ComponentType, type ReactNode, useEffect, useState } from 'react';

/** A page, or a part of one, that is loaded when it is first shown, or before. */
export interface Page<Props = object> {
  Component: ComponentType<Props>;
  /** Loads it, so that it is there at the first rendering: where its HTML stands already, nothing may flicker. */
  preload: () => Promise<void>;
}

/**
 * A page, or a part of one, in a chunk of its own; `fallback` stands for it until that is there. Without Suspense: React keeps
 * what suspended hidden until 300 ms after the last fallback, and a page in a guard waited for that twice.
 */
export function page<Props extends object>(load: () => Promise<ComponentType<Props>>, fallback: ReactNode = null): Page<Props> {
  let Loaded: ComponentType<Props> | undefined;
  async function preload() {
    Loaded ??= await load();
  }
  function Part(props: Props) {
    const [outcome, setOutcome] = useState<{ failure?: unknown }>();
    const isThere = Loaded !== undefined;
    useEffect(() => {
      // As of what was rendered: since then it may have come.
      if (isThere) return;
      preload().then(
        () => setOutcome({}),
        (failure) => setOutcome({ failure }),
      );
    }, [isThere]);
    if (outcome?.failure) throw outcome.failure;
    return Loaded ? <Loaded {...props} /> : fallback;
  }
  return { Component: Part, preload };
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
