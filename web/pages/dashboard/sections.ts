/** Id of the tabs, which are below the fold on phones. */
export const sectionsId = 'sections';

/** Scrolls to the tabs once the selected one has rendered. Without this, a link to a tab would seem to do nothing. */
export function showSections(): void {
  setTimeout(() => {
    const sections = document.getElementById(sectionsId);
    sections?.scrollIntoView({ block: 'start' });
    sections?.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]')?.focus({ preventScroll: true });
  });
}
