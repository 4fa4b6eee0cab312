import type { ReferredPerson } from '#schema/referrals/referral.ts';
import { getCommissionLabel } from '#web/features/referrals/commission-labels.ts';
import { date, formatDollars, plural } from '#web/lib/format.ts';
import { Badge, type BadgeTone } from '#web/ui/Badge.tsx';

const tiers = {
  free: { name: 'Free', tone: 'grey' },
  basic: { name: 'Basic', tone: 'green' },
  premium: { name: 'Premium', tone: 'yellow' },
} as const satisfies Record<ReferredPerson['tier'], { name: string; tone: BadgeTone }>;

export function PersonRow({ person }: { person: ReferredPerson }) {
  const { name, email, joinedAt } = person;
  const tier = tiers[person.tier];
  return (
    <li className="person" tabIndex={-1}>
      <div className="person-who">
        <strong>{name ?? email}</strong>
        <span className="muted small">
          {name !== null && email !== '' && <span className="person-email">{email}</span>}
          <span>
            Joined <time dateTime={joinedAt}>{date(joinedAt)}</time>
          </span>
        </span>
      </div>
      <div className="person-tier">
        <Badge tone={tier.tone}>{tier.name}</Badge>
      </div>
      <div className="cluster person-brought">
        <PersonRewards person={person} />
      </div>
    </li>
  );
}

function PersonRewards({ person: { commission, treasureKeys } }: { person: ReferredPerson }) {
  if (!commission && treasureKeys === 0) return <span className="muted small">No reward yet</span>;
  const status = commission && getCommissionLabel(commission.status);
  return (
    <>
      {commission && status && (
        <span className="person-commission">
          {commission.amount !== 0 && (
            <strong className={commission.status === 'reversed' ? 'taken-back' : undefined}>{formatDollars(commission.amount)}</strong>
          )}
          <Badge tone={status.tone}>{status.label}</Badge>
        </span>
      )}
      {treasureKeys !== 0 && <span className="small">{plural(treasureKeys, 'Treasure Key')}</span>}
    </>
  );
}
