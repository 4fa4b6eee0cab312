import { Link } from 'wouter';
import type { AdminReviewCase, StatedTimeBelief } from '#schema/reviews/admin-review-case.ts';
import { cardUrl } from '#web/features/admin/urls.ts';
import { number } from '#web/lib/format.ts';
import { Badge } from '#web/ui/Badge.tsx';

const sources = { camera: 'Camera', photo: 'Photo', typed: 'Typed', link: 'Link', offline: 'Offline' } as const;

const beliefLabels = {
  believed: 'Believed',
  contradictory: 'Contradictory',
  out_of_bounds: 'Out of bounds',
} as const satisfies Record<StatedTimeBelief, string>;

export function FindsTable({ reviewCase: { finds, cards, accounts } }: { reviewCase: AdminReviewCase }) {
  const names = new Map(accounts.map(({ id, name }) => [id, name]));
  const cardsById = new Map(cards.map((card) => [card.id, card]));
  const takenBackCount = finds.filter(({ isTakenBack }) => isTakenBack).length;
  return (
    <details className="desk-details">
      <summary>
        All finds as a table ({number(finds.length)}
        {takenBackCount > 0 && `, ${number(takenBackCount)} taken back`})
      </summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable regions must be reachable by keyboard */}
      <section className="table-scroll desk-finds" aria-label="All finds in this case" tabIndex={0}>
        <table>
          <thead>
            <tr>
              {['Arrived (UTC)', 'Reported time (UTC)', 'Finder', 'Card', 'Owner', 'Method', 'Code', 'Reported distance'].map((header) => (
                <th key={header} scope="col">
                  {header}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {finds.map(({ cardId, userId, at, stated, source, codeWasRight, distanceMeters, isTakenBack }) => {
              const card = cardsById.get(cardId);
              return (
                <tr key={`${cardId} ${userId}`}>
                  <td className="desk-figure">
                    {formatTime(at)} {isTakenBack && <Badge tone="grey">Taken back</Badge>}
                  </td>
                  <td className="desk-figure">
                    {stated && stated.at !== at && (
                      <>
                        {formatTime(stated.at)}{' '}
                        <Badge tone={stated.belief === 'believed' ? 'green' : 'red'}>{beliefLabels[stated.belief]}</Badge>
                      </>
                    )}
                  </td>
                  <td>{names.get(userId)}</td>
                  <td>{card && <Link href={cardUrl(card.name)}>{card.name}</Link>}</td>
                  <td>{card?.ownerId == null ? 'No owner' : (names.get(card.ownerId) ?? `member ${card.ownerId}`)}</td>
                  <td>{sources[source]}</td>
                  <td>{codeWasRight ? 'Correct' : 'None'}</td>
                  <td className="desk-figure">{distanceMeters === null ? 'Not given' : `${number(distanceMeters)} m`}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </section>
    </details>
  );
}

function formatTime(iso: string): string {
  return iso.slice(0, 19).replace('T', ' ');
}
