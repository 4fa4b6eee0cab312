import { useEffect } from 'react';
import { siteTitle, tabTitle } from '#schema/routes.ts';
import { i18n } from '#web/lib/words/words.ts';

/** Sets the title of the browser tab. Titles in schema/routes.ts are in English and translated here. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = tabTitle(i18n._(title), i18n._(siteTitle));
  }, [title]);
}
