/** On phones the tabs are below the fold. */
export const sectionsId = 'sections';

/** Scrolls to the tabs once the chosen one has rendered; otherwise its link would seem to do nothing. */
export function showSections(): void {
  setTimeout(() => {
    const sections = document.getElementById(sectionsId);
    sections?.scrollIntoView({ block: 'start' });
    sections?.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]')?.focus({ preventScroll: true });
  });
}
