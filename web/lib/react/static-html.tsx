/**
 * Long texts of prerendered pages. Their words stand in the HTML already; in the page's code they would be there a second time.
 * So the browser keeps the HTML, and loads them only where it is not there: when the visitor comes from another page.
 */
import type { ComponentType } from 'react';
import { page } from '#web/lib/react/page.tsx';

interface StaticHtml {
  Component: ComponentType;
  /** Finds the words, or loads them: before the page they are on is first rendered. */
  ready: () => Promise<void>;
}

/**
 * A text by the id of the element around it, which is no other's. It can neither change nor do anything: plain links, no
 * hooks, no handlers. What the page does with it, it does on the element.
 */
export function staticHtml(id: string, className: string, load: () => Promise<ComponentType>): StaticHtml {
  const words = page(load);
  let html: string | undefined;
  return {
    Component() {
      if (html !== undefined) {
        // biome-ignore lint/security/noDangerouslySetInnerHtml: it came as this very part of our own page
        return <div id={id} className={className} dangerouslySetInnerHTML={{ __html: html }} />;
      }
      return (
        <div id={id} className={className}>
          <words.Component />
        </div>
      );
    },
    async ready() {
      html ??= globalThis.document?.getElementById(id)?.innerHTML;
      if (html === undefined) await words.preload();
    },
  };
}
