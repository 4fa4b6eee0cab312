/** The block of tabs, which on a phone lies below the fold. */
export const sectionsId = 'sections';

/** Brings the tabs into view once the chosen one is drawn, or its link would seem to do nothing. */
export function showSections(): void {
  setTimeout(() => {
    const sections = document.getElementById(sectionsId);
    sections?.scrollIntoView({ block: 'start' });
    sections?.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]')?.focus({ preventScroll: true });
  });
}
