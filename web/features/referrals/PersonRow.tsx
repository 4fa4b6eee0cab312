import { plural, t } from '@lingui/core/macro';
import type { ReferredPerson } from '#schema/referrals/referral.ts';
import { getCommissionLabel } from '#web/features/referrals/commission-labels.ts';
import { getNewsTime, isNews } from '#web/features/referrals/order-people.ts';
import { date, formatDollars } from '#web/lib/format.ts';
import { now } from '#web/lib/react/now.ts';
import { Badge, type BadgeTone } from '#web/ui/Badge.tsx';

const tiers = {
  free: { name: 'Free', tone: 'grey' },
  basic: { name: 'Basic', tone: 'green' },
  premium: { name: 'Premium', tone: 'yellow' },
} as const satisfies Record<ReferredPerson['tier'], { name: string; tone: BadgeTone }>;

export function PersonRow({ person }: { person: ReferredPerson }) {
  const { name, email, upgradedAt } = person;
  const tier = tiers[person.tier];
  const newsTime = getNewsTime(person);
  return (
    <li className="person" tabIndex={-1}>
      <span className={upgradedAt === null ? 'person-mark' : 'person-mark upgraded'} aria-hidden="true">
        {(name ?? email).charAt(0).toUpperCase()}
      </span>
      <div className="person-who">
        <span className="person-name">
          <strong>{name ?? email}</strong>
          <Badge tone={tier.tone}>{tier.name}</Badge>
        </span>
        <span className="person-news">
          <span>
            {upgradedAt === null ? t`Joined` : t`Upgraded`} <time dateTime={newsTime}>{date(newsTime)}</time>
          </span>
          {isNews(person, now()) && <Badge tone="info">{t`New`}</Badge>}
        </span>
        {name !== null && email !== '' && <span className="muted small person-email">{email}</span>}
      </div>
      <div className="person-brought">
        <PersonRewards person={person} />
      </div>
    </li>
  );
}

function PersonRewards({ person: { commission, upgradedAt, joinedAt, treasureKeys } }: { person: ReferredPerson }) {
  if (!commission && treasureKeys === 0) return <span className="muted small">{t`No reward yet`}</span>;
  const status = commission && getCommissionLabel(commission.status, upgradedAt ?? joinedAt);
  return (
    <>
      {commission && status && (
        <>
          {commission.amount !== 0 && (
            <strong className={commission.status === 'reversed' ? 'taken-back' : undefined}>{formatDollars(commission.amount)}</strong>
          )}
          <Badge tone={status.tone}>{status.label}</Badge>
        </>
      )}
      {treasureKeys !== 0 && <span className="small">{plural(treasureKeys, { one: '# Treasure Key', other: '# Treasure Keys' })}</span>}
    </>
  );
}
