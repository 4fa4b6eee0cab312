/**
 * Renders long static text on prerendered pages. The page's JavaScript does not contain the text: it reuses the text in the HTML, and loads
 * the text only after client-side navigation.
 */
import type { ComponentType } from 'react';
import { page } from '#web/lib/react/page.tsx';

interface StaticHtml {
  Component: ComponentType;
  /** Finds the text in the HTML or loads it. Call this before the first render. */
  preload: () => Promise<void>;
}

/** Creates the component. `id` must be unique. The content must be static: plain links, no hooks, no event handlers. */
export function staticHtml(id: string, className: string, load: () => Promise<ComponentType>): StaticHtml {
  const content = page(load);
  let html: string | undefined;
  return {
    Component() {
      if (html !== undefined) {
        // biome-ignore lint/security/noDangerouslySetInnerHtml: our own HTML, read from the prerendered page
        return <div id={id} className={className} dangerouslySetInnerHTML={{ __html: html }} />;
      }
      return (
        <div id={id} className={className}>
          <content.Component />
        </div>
      );
    },
    async preload() {
      html ??= globalThis.document?.getElementById(id)?.innerHTML;
      if (html === undefined) await content.preload();
    },
  };
}
