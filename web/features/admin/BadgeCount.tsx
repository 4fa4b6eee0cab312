import { maxCountedRows } from '#schema/rules.ts';
import { cappedCount } from '#web/features/admin/capped-count.ts';
import { number } from '#web/lib/format.ts';

/** Shows a count in a badge, which has no room for `more than 10,000`. */
export function BadgeCount({ count }: { count: number }) {
  if (count <= maxCountedRows) return number(count);
  return (
    <>
      <span aria-hidden="true">{`>${number(maxCountedRows)}`}</span>
      <span className="visually-hidden">{cappedCount(count)}</span>
    </>
  );
}
