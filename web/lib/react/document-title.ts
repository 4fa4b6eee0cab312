/** The title of the browser's tab. */
import { useEffect } from 'react';
import { tabTitle } from '#schema/routes.ts';

/** Puts the site's title after the given one. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = tabTitle(title);
  }, [title]);
}
