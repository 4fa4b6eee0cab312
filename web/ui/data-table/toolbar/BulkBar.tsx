import { useState } from 'react';
import { errorText } from '#web/lib/api-error.ts';
import { number } from '#web/lib/format.ts';
import { showToast } from '#web/lib/react/toast.ts';
import type { AllPages, BulkAction, ListPage } from '#web/ui/data-table/data-table.ts';
import type { RowSelection } from '#web/ui/data-table/use-row-selection.ts';

interface BulkBarProps<Row> {
  actions: readonly BulkAction<Row>[];
  selection: RowSelection<Row>;
  onClear: () => void;
  page: ListPage<Row> | undefined;
  allPages: AllPages<Row> | undefined;
}

export function BulkBar<Row>({ actions, selection, onClear, page, allPages }: BulkBarProps<Row>) {
  const { selectedRows, selectableRows, isSelected, setSelected } = selection;
  const isPageSelected = selectableRows.every(isSelected);
  const hasOtherPages = page !== undefined && (page.next !== null || (page.total?.count ?? 0) > page.rows.length);
  return (
    <fieldset className="cluster table-bulk">
      <legend className="visually-hidden">Actions for the selected rows</legend>
      <p role="status">{`${number(selectedRows.length)} selected`}</p>
      {actions.map(({ label, onChoose, isDanger }) => (
        <button
          key={label}
          type="button"
          className={isDanger ? 'danger button-small' : 'button-small'}
          onClick={() => onChoose(selectedRows, onClear)}
        >
          {label}
        </button>
      ))}
      {!isPageSelected && (
        <button type="button" className="ghost button-small" onClick={() => setSelected(selectableRows, true)}>
          {`Select all ${number(selectableRows.length)} on this page`}
        </button>
      )}
      {isPageSelected && hasOtherPages && allPages && selectedRows.length === selectableRows.length && (
        <SelectAllPages
          allPages={allPages}
          label={getSelectAllLabel(page, allPages.maxRows, selectableRows.length === page.rows.length)}
          onRead={selection.selectAcrossPages}
        />
      )}
      <button type="button" className="ghost button-small" onClick={onClear}>
        Clear selection
      </button>
    </fieldset>
  );
}

/** Omits the number if some rows are not selectable, because it would be too high. */
function getSelectAllLabel({ total }: ListPage<unknown>, maxRows: number, isEveryRowSelectable: boolean): string {
  if (total && (total.isMinimum || total.count > maxRows)) return `Select the first ${number(maxRows)} matches`;
  return total && isEveryRowSelectable ? `Select all ${number(total.count)} matches` : 'Select all matches';
}

interface SelectAllPagesProps<Row> {
  allPages: AllPages<Row>;
  label: string;
  onRead: (rows: Row[]) => void;
}

function SelectAllPages<Row>({ allPages, label, onRead }: SelectAllPagesProps<Row>) {
  const [readCount, setReadCount] = useState<number>();
  const isReading = readCount !== undefined;

  async function read() {
    if (isReading) return;
    setReadCount(0);
    try {
      onRead(await allPages.readRows(setReadCount));
    } catch (error) {
      showToast({ tone: 'error', title: 'Couldn’t read all matches', description: errorText(error, 'Please try again.') });
    } finally {
      setReadCount(undefined);
    }
  }

  return (
    <button
      type="button"
      className="ghost button-small"
      aria-busy={isReading || undefined}
      aria-disabled={isReading || undefined}
      onClick={() => void read()}
    >
      {isReading ? `Selecting… ${number(readCount)}` : label}
    </button>
  );
}
