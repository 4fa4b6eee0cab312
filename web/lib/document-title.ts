/** The title of the browser's tab. */
import { useEffect } from 'react';

export const siteTitle = 'Earn Vacations Geocaching';

/** Home passes the site's title itself and gets exactly that; every other page's title ends with it. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = title === siteTitle ? siteTitle : `${title} · ${siteTitle}`;
  }, [title]);
}
