import { plural } from '@lingui/core/macro';
import '#web/features/scans/finds/latest-finds.css';
import type { LatestFind } from '#web/features/scans/finds/snapshot/account-snapshot.ts';
import { date } from '#web/lib/format.ts';

export function FindLines({ finds }: { finds: LatestFind[] }) {
  return (
    <ul className="plain-list find-lines">
      {finds.map(({ id, title, foundAt, tokens }) => (
        <li key={id}>
          <strong>{title}</strong>
          <time dateTime={foundAt}>{date(foundAt)}</time>
          <span className="found-tokens">+{plural(tokens, { one: '# token', other: '# tokens' })}</span>
        </li>
      ))}
    </ul>
  );
}
