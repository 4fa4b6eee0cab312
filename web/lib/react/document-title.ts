import { useEffect } from 'react';
import { tabTitle } from '#schema/routes.ts';

export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = tabTitle(title);
  }, [title]);
}
