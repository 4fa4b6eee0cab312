import type { ReactNode } from 'react';
import { type NavigateOptions, type Path, Router, type SearchString } from 'wouter';
import { useBrowserLocation } from 'wouter/use-browser-location';
import { addressOf, isLanguageChanging, pathOf } from '#web/lib/words/words.ts';

const usePath: typeof useBrowserLocation = (options) => {
  const [address, navigate] = useBrowserLocation(options);
  return [pathOf(address), navigate];
};

function goTo(navigate: (to: Path, options?: NavigateOptions) => void, path: Path, options?: NavigateOptions): void {
  const address = addressOf(path);
  if (isLanguageChanging()) location.assign(address);
  else navigate(address, options);
}

/** Adds the language to the addresses of links, and hides it from the pages: they have the same paths in every language. */
export function LanguageRouter({ children, ...ssr }: { children: ReactNode; ssrPath?: Path; ssrSearch?: SearchString }) {
  return (
    <Router hook={usePath} hrefs={(path) => addressOf(path)} aroundNav={goTo} {...ssr}>
      {children}
    </Router>
  );
}
