import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { type MemberRouteName, type PrerenderedName, type RouteName, routes } from '#schema/routes.ts';
import { App } from '#web/app.tsx';
import { memberBar } from '#web/frame/member-bar.tsx';
import { LanguageRouter } from '#web/lib/words/LanguageRouter.tsx';
import { pages } from '#web/routes.ts';

// biome-ignore-start lint/performance/noBarrelFile: this is the only entry point of the build for prerendering
export { startPrerendering } from '#web/lib/words/words.ts';
export { memberPages, prerenderedPages, shellPages } from '#web/prerender/pages.ts';
// biome-ignore-end lint/performance/noBarrelFile: see above

export async function renderPage(name: PrerenderedName): Promise<string> {
  await pages[name].preload();
  return render(name);
}

export async function renderFrame(name: MemberRouteName): Promise<string> {
  await memberBar.preload();
  return render(name);
}

function render(name: RouteName): string {
  return renderToString(
    <StrictMode>
      <LanguageRouter ssrPath={routes[name].path} ssrSearch="">
        <App />
      </LanguageRouter>
    </StrictMode>,
  );
}
