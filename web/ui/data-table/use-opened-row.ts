import { type RefObject, useCallback, useEffect, useRef } from 'react';

interface OpenedRowOptions<Row> {
  root: RefObject<HTMLElement | null>;
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
  address: string;
  onOpen: ((row: Row) => void) | undefined;
  openKey: string | number | null;
}

let opened: { address: string; key: string | number } | undefined;

/**
 * Focuses the row that was opened last when the administrator comes back from a page that replaced the list, or closes a dialog that a link
 * opened.
 */
export function useOpenedRow<Row>({ root, rows, rowKey, address, onOpen, openKey }: OpenedRowOptions<Row>) {
  const isReturning = useRef(opened?.address === address).current;
  const index = isReturning ? rows.findIndex((row) => rowKey(row) === opened?.key) : -1;

  useEffect(() => {
    if (index < 0 || document.activeElement !== document.body) return;
    root.current?.querySelectorAll<HTMLElement>('tbody tr')[index]?.focus({ preventScroll: true });
    opened = undefined;
  }, [root, index]);

  const previousKey = useRef(openKey);
  useEffect(() => {
    const closedKey = previousKey.current;
    previousKey.current = openKey;
    if (openKey !== null || closedKey === null || document.activeElement !== root.current) return;
    const closedIndex = rows.findIndex((row) => rowKey(row) === closedKey);
    root.current?.querySelectorAll<HTMLElement>('tbody tr')[closedIndex]?.focus();
  }, [root, openKey, rows, rowKey]);

  const open = useCallback(
    (row: Row) => {
      opened = { address, key: rowKey(row) };
      onOpen?.(row);
    },
    [address, rowKey, onOpen],
  );
  return { isReturning, open: onOpen && open };
}
