import { useEffect, useRef } from 'react';

/**
 * Moves the focus to the tab panel if the link or button that led to another tab or record is gone. Otherwise, Tab would start at the top
 * of the page again. `place` identifies the open tab and record.
 */
export function useFocusAfterNavigation(place: string): void {
  const previousPlace = useRef(place);
  useEffect(() => {
    if (previousPlace.current === place) return;
    previousPlace.current = place;
    if (document.activeElement !== document.body) return;
    const panel = [...document.querySelectorAll<HTMLElement>('[role="tabpanel"]:not([hidden])')].at(-1);
    if (!panel) return;
    panel.tabIndex = -1;
    panel.focus({ preventScroll: true });
  }, [place]);
}
