import type { KeyboardEvent, MouseEvent } from 'react';

/**
 * Elements in which a click does not open the row. The cells of checkboxes and menus are included, because users may narrowly miss the
 * control.
 */
const interactiveElements = 'a, button, input, select, textarea, label, summary, [role="menu"], .table-choose, .table-actions';

export function getOpenRowProps(open: () => void) {
  return {
    tabIndex: 0,
    'data-opens': true,
    onClick: ({ target, currentTarget }: MouseEvent<HTMLTableRowElement>) => {
      if (target instanceof Element && target.closest(interactiveElements) === null && !hasSelection(currentTarget)) open();
    },
    onKeyDown: (event: KeyboardEvent<HTMLTableRowElement>) => {
      if (event.key !== 'Enter' || event.target !== event.currentTarget) return;
      event.preventDefault();
      open();
    },
  };
}

/** Returns whether the user is selecting text in the row, to copy it. */
function hasSelection(row: Element): boolean {
  const selection = getSelection();
  return selection !== null && !selection.isCollapsed && [selection.anchorNode, selection.focusNode].some((node) => row.contains(node));
}
