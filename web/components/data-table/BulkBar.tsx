import type { BulkAction } from '#web/components/data-table/data-table.ts';
import { number } from '#web/lib/format.ts';

interface BulkBarProps<Row> {
  actions: readonly BulkAction<Row>[];
  choosing: { chosen: Row[]; choosable: Row[]; choose: (rows: readonly Row[], isChosen: boolean) => void; letGo: () => void };
}

/** What can be done with all chosen rows at once. Always there, so that nothing moves when the first is chosen. */
export function BulkBar<Row>({ actions, choosing }: BulkBarProps<Row>) {
  const { chosen, choosable, choose, letGo } = choosing;
  const isNone = chosen.length === 0;
  return (
    <fieldset className="table-bulk">
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
