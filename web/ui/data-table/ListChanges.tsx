import '#web/ui/data-table/list-changes.css';
import type { ListQuery } from '#web/ui/data-table/data-table.ts';

interface ListChangesProps {
  changes: ListQuery<unknown>['changes'];
  /** Called after the page was updated, which removes the button and its focus. */
  onShow: () => void;
}

/** Announces added and removed rows above a list without moving it. Always rendered, because screen readers observe it for changes. */
export function ListChanges({ changes, onShow }: ListChangesProps) {
  return (
    <div className="list-changes" role="status">
      {changes && (
        <button
          type="button"
          className="button-small"
          onClick={() => {
            changes.show();
            onShow();
          }}
        >
          {changes.text}
          <span className="visually-hidden">. Update the list</span>
        </button>
      )}
    </div>
  );
}
