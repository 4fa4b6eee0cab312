import '#web/features/scans/finds/latest-finds.css';
import { Link } from 'wouter';
import { useFinds } from '#web/features/scans/finds/finds-api.ts';
import { date, plural } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { Loaded } from '#web/ui/states/Loaded.tsx';

const maxShownFinds = 3;

/** Shows the member's latest finds. Reserves space for three lines while they load. */
export function LatestFinds() {
  return (
    <section className="stack gap-2 latest-finds" aria-labelledby="latest-finds">
      <div className="spread">
        <h2 id="latest-finds">Your latest finds</h2>
        <Link href={paths.foundCards} className="standalone-link">
          All finds
        </Link>
      </div>
      <Loaded query={useFinds().query} subject="Your finds" blocks={Array.from({ length: maxShownFinds }, () => 'var(--find-row)')}>
        {(pages) => {
          const finds = pages.flatMap((page) => page.finds).slice(0, maxShownFinds);
          if (finds.length === 0) return <p className="muted">No finds yet. Scan your first card to start your list.</p>;
          return (
            <ul className="plain-list">
              {finds.map(({ id, cardId, name, foundAt, tokens }) => (
                <li key={id}>
                  <strong>{name ?? cardId}</strong>
                  <time dateTime={foundAt}>{date(foundAt)}</time>
                  <span className="found-tokens">+{plural(tokens, 'token')}</span>
                </li>
              ))}
            </ul>
          );
        }}
      </Loaded>
    </section>
  );
}
