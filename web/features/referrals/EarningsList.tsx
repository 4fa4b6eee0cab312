import type { Earnings } from '#schema/site.ts';
import { getEarningLabel } from '#web/features/referrals/commission-labels.ts';
import { date, formatDollars } from '#web/lib/format.ts';
import { Badge } from '#web/ui/Badge.tsx';

interface EarningsListProps {
  kind: 'commission' | 'chest';
  title: string;
  total: number;
  earnings: Earnings['commissions'];
  emptyText: string;
}

/** Reversals are shown as rows with negative amounts. */
export function EarningsList({ kind, title, total, earnings, emptyText }: EarningsListProps) {
  const titleId = `earnings-${kind}`;
  return (
    <section className="sheet stack gap-3 earnings-list" aria-labelledby={titleId}>
      <div className="spread">
        <h3 id={titleId}>{title}</h3>
        <strong className="figure">{formatDollars(total)}</strong>
      </div>
      {earnings.length === 0 ? (
        <p className="muted">{emptyText}</p>
      ) : (
        <ul className="plain-list">
          {earnings.map((earning) => {
            const { label, tone } = getEarningLabel(kind, earning);
            return (
              <li key={earning.id}>
                <span>{earning.description}</span>
                <strong className={earning.amount < 0 ? 'figure below-zero' : 'figure'}>{formatDollars(earning.amount)}</strong>
                <time className="muted small" dateTime={earning.createdAt}>
                  {date(earning.createdAt)}
                </time>
                <Badge tone={tone}>{label}</Badge>
              </li>
            );
          })}
        </ul>
      )}
    </section>
  );
}
