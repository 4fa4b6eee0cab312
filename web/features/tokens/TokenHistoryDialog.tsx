import { t } from '@lingui/core/macro';
import { storedText } from '#web/lib/words/stored-text.ts';
import '#web/features/tokens/token-history.css';
import { Link } from 'wouter';
import type { User } from '#schema/accounts/user.ts';
import { type TokenTransaction, typesOfOwnersFinds } from '#schema/tokens/token.ts';
import { useTokenHistory } from '#web/features/tokens/api.ts';
import { OwedTokens } from '#web/features/tokens/OwedTokens.tsx';
import { calendarDay } from '#web/lib/calendar-day.ts';
import { dateTime, number, tokensLabel } from '#web/lib/format.ts';
import type { Paging } from '#web/lib/paging.ts';
import { paths } from '#web/lib/paths.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { GrowingList } from '#web/ui/GrowingList.tsx';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';
import { EmptyTrail } from '#web/ui/states/EmptyTrail.tsx';
import { Loaded } from '#web/ui/states/Loaded.tsx';

export function TokenHistoryDialog({ open, user, onClose }: { open: boolean; user: User; onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} title={t`Token history`}>
      <div className="stack">
        <p className="history-balance">
          {t`Balance:`} <strong>{tokensLabel(user.tokenBalance)}</strong>
        </p>
        <OwedTokens user={user} />
        <Link href={paths.foundCards}>{t`Cards you have found`}</Link>
        <History />
      </div>
    </Dialog>
  );
}

function History() {
  const { query, paging } = useTokenHistory();
  return (
    <Loaded query={query} subject={t`Your token history`} lines={6}>
      {(pages) => <Transactions transactions={pages.flatMap((page) => page.transactions)} paging={paging} />}
    </Loaded>
  );
}

function Transactions({ transactions, paging }: { transactions: TokenTransaction[]; paging: Paging }) {
  if (transactions.length === 0) {
    return (
      <EmptyState title={t`No tokens yet`} art={<EmptyTrail />}>
        <p>{t`Find and scan a Cache Card to earn your first.`}</p>
      </EmptyState>
    );
  }
  return (
    <GrowingList className="history" count={transactions.length} paging={paging} moreFailed={t`Couldn’t load older entries.`}>
      {transactions.map((transaction) => (
        <Transaction key={transaction.id} transaction={transaction} />
      ))}
    </GrowingList>
  );
}

function Transaction({ transaction: { amount, description, type, createdAt } }: { transaction: TokenTransaction }) {
  const hasOnlyDay = typesOfOwnersFinds.some((other) => other === type);
  return (
    <li tabIndex={-1}>
      <span className={amount < 0 ? 'history-amount history-out' : 'history-amount'}>
        {amount < 0 ? `−${number(-amount)}` : `+${number(amount)}`}
      </span>
      <span className="history-text">
        <span>{storedText(description)}</span>
        <time className="muted small" dateTime={createdAt}>
          {hasOnlyDay ? calendarDay(createdAt) : dateTime(createdAt)}
        </time>
      </span>
    </li>
  );
}
