import { Link } from 'wouter';
import type { AdminReviewCase, CaseAccount } from '#schema/reviews/admin-review-case.ts';
import { memberUrl } from '#web/features/admin/urls.ts';
import { date, plural } from '#web/lib/format.ts';
import { groupBy } from '#web/lib/group-by.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Checkbox } from '#web/ui/forms/Checkbox.tsx';

interface GroupListProps {
  reviewCase: AdminReviewCase;
  chosenIds: ReadonlySet<number>;
  onChoose: (id: number, isChosen: boolean) => void;
}

/** Lets the administrator exclude members from a decision and add other accounts from the case. */
export function GroupList({ reviewCase: { accounts, othersLeftOut }, chosenIds, onChoose }: GroupListProps) {
  const group = accounts.filter(({ isInGroup }) => isInGroup);
  const otherAccounts = accounts.filter(({ isInGroup }) => !isInGroup);
  const renderAccount = (account: (typeof accounts)[number], index: number) => {
    const { id, name, email, tier, joinedAt, isVerified, isSuspended, isInGroup } = account;
    const isMember = isInGroup && index === 0;
    return (
      <li key={id}>
        <Checkbox label={name} checked={chosenIds.has(id)} onChange={({ target }) => onChoose(id, target.checked)} />
        <div className="desk-account">
          <p className="small">
            <Link href={memberUrl(id)}>{email ?? 'Erased'}</Link>{' '}
            <span className="muted">
              {email !== null && `${tier}, `}joined {date(joinedAt)}
            </span>{' '}
            {isMember && <Badge tone="yellow">This certificate’s member</Badge>}{' '}
            {email === null ? <Badge tone="grey">Account erased</Badge> : !isVerified && <Badge tone="grey">Email not verified</Badge>}{' '}
            {isSuspended && <Badge tone="red">Suspended</Badge>}
          </p>
          {linkLabels(account, accounts).map((words) => (
            <p key={words} className="small muted">
              {words}
            </p>
          ))}
        </div>
      </li>
    );
  };
  return (
    <div className="stack gap-3">
      <p className="muted small">
        {group.length > 1
          ? 'Group decisions apply to the selected members. Linked accounts are no proof of abuse; families are linked too.'
          : 'No accounts in this case are linked to the member.'}
      </p>
      <ul className="plain-list desk-accounts">{group.map(renderAccount)}</ul>
      {otherAccounts.length > 0 && (
        <details className="desk-details">
          <summary>Other owners and finders in this case ({otherAccounts.length})</summary>
          <ul className="plain-list desk-accounts">{otherAccounts.map(renderAccount)}</ul>
        </details>
      )}
      {othersLeftOut > 0 && (
        <p className="muted small">{plural(othersLeftOut, 'more finder')} of these cards had no part in this certificate.</p>
      )}
    </div>
  );
}

/** Returns one line per linked account, such as `With rex: their emails share a mailbox; …`. */
function linkLabels({ name, reasons }: CaseAccount, accounts: readonly CaseAccount[]): string[] {
  return [...groupBy(reasons, ({ withId }) => withId)].map(([withId, memberReasons]) => {
    const other = accounts.find(({ id }) => id === withId)?.name ?? `member ${withId}`;
    const sentences = memberReasons.map(({ sentence }) => sentence.replace(`${name} and ${other}: `, '').replace(/\.$/, ''));
    return `With ${other}: ${sentences.join('; ')}.`;
  });
}
