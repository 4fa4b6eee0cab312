import { useId, useRef, useState } from 'react';
import { useCloseOutside } from '#web/lib/react/use-close-outside.ts';
import type { Column } from '#web/ui/data-table/data-table.ts';
import { ColumnsIcon } from '#web/ui/data-table/table-icons.tsx';

interface ColumnMenuProps<Row> {
  columns: readonly Column<Row>[];
  isShown: (column: Column<Row>) => boolean;
  setVisible: (column: Column<Row>, isVisible: boolean) => void;
}

export function ColumnMenu<Row>({ columns, isShown, setVisible }: ColumnMenuProps<Row>) {
  const [open, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();

  useCloseOutside(open, () => setOpen(false), box);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape is for the button and the boxes inside
    <div
      className="table-columns"
      ref={box}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !open) return;
        event.preventDefault();
        event.stopPropagation();
        setOpen(false);
        button.current?.focus();
      }}
    >
      <button
        ref={button}
        type="button"
        className="secondary button-small"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        title="Columns"
        onClick={() => setOpen(!open)}
      >
        <ColumnsIcon />
        <span className="table-button-words">Columns</span>
      </button>
      {open && (
        <fieldset id={id} className="table-columns-list">
          <legend className="visually-hidden">Columns to show</legend>
          {columns
            .filter(({ isName }) => !isName)
            .map((column) => (
              <label key={column.id} className="checkbox">
                <input type="checkbox" checked={isShown(column)} onChange={(event) => setVisible(column, event.target.checked)} />
                <span>{column.header}</span>
              </label>
            ))}
        </fieldset>
      )}
    </div>
  );
}
