import { number } from '#web/lib/format.ts';
import type { BulkAction } from '#web/ui/data-table/data-table.ts';
import type { Choosing } from '#web/ui/data-table/use-chosen-rows.ts';

interface BulkBarProps<Row> {
  actions: readonly BulkAction<Row>[];
  choosing: Choosing<Row>;
}

/** What can be done with all chosen rows at once. Always there, so that nothing moves when the first is chosen. */
export function BulkBar<Row>({ actions, choosing }: BulkBarProps<Row>) {
  const { chosen, choosable, choose, letGo } = choosing;
  const isNone = chosen.length === 0;
  return (
    <fieldset className="cluster table-bulk">
      <legend className="visually-hidden">With the chosen rows</legend>
      <p role="status">{isNone ? 'None chosen' : `${number(chosen.length)} chosen`}</p>
      {actions.map(({ label, onChoose, isDanger }) => (
        <button
          key={label}
          type="button"
          className={isDanger ? 'danger button-small' : 'button-small'}
          aria-disabled={isNone || undefined}
          onClick={() => isNone || onChoose(chosen, letGo)}
        >
          {label}
        </button>
      ))}
      {isNone ? (
        <button type="button" className="ghost button-small table-choose-all" onClick={() => choose(choosable, true)}>
          Choose this page
        </button>
      ) : (
        <button type="button" className="ghost button-small" onClick={letGo}>
          Choose none
        </button>
      )}
    </fieldset>
  );
}
