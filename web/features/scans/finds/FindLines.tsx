import { plural } from '@lingui/core/macro';
import { Link } from 'wouter';
import '#web/features/scans/finds/latest-finds.css';
import type { LatestFind } from '#web/features/scans/finds/snapshot/account-snapshot.ts';
import { date } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';

/** Lists finds. With `isLinked`, each leads to its entry among the member's finds. */
export function FindLines({ finds, isLinked = false }: { finds: LatestFind[]; isLinked?: boolean }) {
  return (
    <ul className="plain-list find-lines">
      {finds.map(({ id, title, foundAt, tokens }) => (
        <li key={id}>
          <strong>{isLinked ? <Link href={`${paths.foundCards}#find-${id}`}>{title}</Link> : title}</strong>
          <time dateTime={foundAt}>{date(foundAt)}</time>
          <span className="found-tokens">+{plural(tokens, { one: '# token', other: '# tokens' })}</span>
        </li>
      ))}
    </ul>
  );
}
