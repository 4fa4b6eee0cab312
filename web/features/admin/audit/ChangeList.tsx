import type { AuditEntry } from '#schema/admin/audit.ts';
import { listChanges } from '#web/features/admin/audit/changes.ts';

/** Shows one field per line: `City: Boone → Lenoir`. */
export function ChangeList({ personal, limit }: { personal: NonNullable<AuditEntry['personal']>; limit: number }) {
  const changes = listChanges(personal);
  if (changes.length === 0) return null;
  return (
    <ul className="plain-list audit-changes">
      {changes.slice(0, limit).map(({ field, before, after }) => (
        <li key={field}>
          <span className="muted">{field}: </span>
          {before !== undefined && <del>{before}</del>}
          {before !== undefined && after !== undefined && <span aria-hidden="true"> → </span>}
          {after !== undefined && <ins>{after}</ins>}
        </li>
      ))}
      {changes.length > limit && <li className="muted">and {changes.length - limit} more</li>}
    </ul>
  );
}
