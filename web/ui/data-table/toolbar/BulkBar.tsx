import { number } from '#web/lib/format.ts';
import type { BulkAction } from '#web/ui/data-table/data-table.ts';
import type { Choosing } from '#web/ui/data-table/use-chosen-rows.ts';

interface BulkBarProps<Row> {
  actions: readonly BulkAction<Row>[];
  choosing: Choosing<Row>;
  onLetGo: () => void;
}

/** Replaces the toolbar while rows are selected, so that nothing moves. */
export function BulkBar<Row>({ actions, choosing, onLetGo }: BulkBarProps<Row>) {
  const { chosen, choosable, choose } = choosing;
  return (
    <fieldset className="cluster table-bulk">
      <legend className="visually-hidden">With the chosen rows</legend>
      <p role="status">{`${number(chosen.length)} chosen`}</p>
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
          {`Choose all ${number(choosable.length)} shown`}
        </button>
      )}
      <button type="button" className="ghost button-small" onClick={onLetGo}>
        Choose none
      </button>
    </fieldset>
  );
}
