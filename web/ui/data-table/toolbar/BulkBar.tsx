import { number } from '#web/lib/format.ts';
import type { BulkAction } from '#web/ui/data-table/data-table.ts';
import type { RowSelection } from '#web/ui/data-table/use-row-selection.ts';

interface BulkBarProps<Row> {
  actions: readonly BulkAction<Row>[];
  selection: RowSelection<Row>;
  onClear: () => void;
}

export function BulkBar<Row>({ actions, selection, onClear }: BulkBarProps<Row>) {
  const { selectedRows, selectableRows, setSelected } = selection;
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
      {selectedRows.length < selectableRows.length && (
        <button type="button" className="ghost button-small" onClick={() => setSelected(selectableRows, true)}>
          {`Select all ${number(selectableRows.length)} on this page`}
        </button>
      )}
      <button type="button" className="ghost button-small" onClick={onClear}>
        Clear selection
      </button>
    </fieldset>
  );
}
