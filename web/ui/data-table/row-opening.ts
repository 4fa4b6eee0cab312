/** A row that opens as a whole, beside what in it can be pressed by itself. */
import type { KeyboardEvent, MouseEvent } from 'react';

/** What of a row has a life of its own, and the cells that hold it: a near miss of a checkbox opens nothing. */
const pressed = 'a, button, input, select, textarea, label, summary, [role="menu"], .table-choose, .table-actions';

/** The properties of such a row. */
export function opening(open: () => void) {
  return {
    tabIndex: 0,
    'data-opens': true,
    onClick: ({ target, currentTarget }: MouseEvent<HTMLTableRowElement>) => {
      if (target instanceof Element && target.closest(pressed) === null && !hasSelection(currentTarget)) open();
    },
    onKeyDown: (event: KeyboardEvent<HTMLTableRowElement>) => {
      if (event.key !== 'Enter' || event.target !== event.currentTarget) return;
      event.preventDefault();
      open();
    },
  };
}

/** Whoever has marked words of the row is about to copy them. */
function hasSelection(row: Element): boolean {
  const selection = getSelection();
  return selection !== null && !selection.isCollapsed && [selection.anchorNode, selection.focusNode].some((node) => row.contains(node));
}
