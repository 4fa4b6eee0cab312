/**
 * Long texts of drawn pages. Their words stand in the HTML already; in the page's code they would be there a second time. So
 * the browser keeps what was drawn, and loads them only where it is not there: when the visitor comes from another page.
 */
import type { ComponentType } from 'react';
import { page } from '#web/lib/page.tsx';

interface DrawnText {
  Component: ComponentType;
  /** Finds the words, or loads them: before the first drawing of the page they are on. */
  ready: () => Promise<void>;
}

/**
 * A text by the id of the element around it, which is no other's. It can neither change nor do anything: plain links, no
 * hooks, no handlers. What the page does with it, it does on the element.
 */
export function drawnText(id: string, className: string, load: () => Promise<ComponentType>): DrawnText {
  const words = page(load);
  let drawn: string | undefined;
  return {
    Component() {
      if (drawn !== undefined) {
        // biome-ignore lint/security/noDangerouslySetInnerHtml: it came as this very part of our own page
        return <div id={id} className={className} dangerouslySetInnerHTML={{ __html: drawn }} />;
      }
      return (
        <div id={id} className={className}>
          <words.Component />
        </div>
      );
    },
    async ready() {
      drawn ??= globalThis.document?.getElementById(id)?.innerHTML;
      if (drawn === undefined) await words.preload();
    },
  };
}
