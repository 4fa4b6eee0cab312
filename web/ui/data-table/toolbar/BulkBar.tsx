import { number } from '#web/lib/format.ts';
import type { BulkAction } from '#web/ui/data-table/data-table.ts';
import type { Choosing } from '#web/ui/data-table/use-chosen-rows.ts';

interface BulkBarProps<Row> {
  actions: readonly BulkAction<Row>[];
  choosing: Choosing<Row>;
  onLetGo: () => void;
}

/** Takes the toolbar's place while rows are selected, so that the rows do not move. */
export function BulkBar<Row>({ actions, choosing, onLetGo }: BulkBarProps<Row>) {
  const { chosen, choosable, choose } = choosing;
  return (
    <fieldset className="cluster table-bulk">
      <legend className="visually-hidden">Actions for the selected rows</legend>
      <p role="status">{`${number(chosen.length)} selected`}</p>
      {actions.map(({ label, onChoose, isDanger }) => (
        <button
          key={label}
          type="button"
          className={isDanger ? 'danger button-small' : 'button-small'}
          onClick={() => onChoose(chosen, onLetGo)}
        >
          {label}
        </button>
      ))}
      {chosen.length < choosable.length && (
        <button type="button" className="ghost button-small" onClick={() => choose(choosable, true)}>
          {`Select all ${number(choosable.length)} on this page`}
        </button>
      )}
      <button type="button" className="ghost button-small" onClick={onLetGo}>
        Clear selection
      </button>
    </fieldset>
  );
}
