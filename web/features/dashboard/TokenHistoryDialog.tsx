import '#web/features/dashboard/sections.css';
import type { TokenTransaction } from '#schema/token.ts';
import type { User } from '#schema/user.ts';
import { EmptyTrail } from '#web/components/cards/EmptyTrail.tsx';
import { Dialog } from '#web/components/Dialog.tsx';
import { EmptyState } from '#web/components/EmptyState.tsx';
import { ErrorState } from '#web/components/ErrorState.tsx';
import { GrowingList } from '#web/components/GrowingList.tsx';
import { Skeleton } from '#web/components/Skeleton.tsx';
import { OwedTokens } from '#web/components/tokens/OwedTokens.tsx';
import { useTokenHistory } from '#web/features/dashboard/api.ts';
import { errorText } from '#web/lib/api.ts';
import { dateTime, number, tokensLabel } from '#web/lib/format.ts';

interface TokenHistoryDialogProps {
  open: boolean;
  user: User;
  onClose: () => void;
}

/** Every token that came or went, newest first, with its reason. */
export function TokenHistoryDialog({ open, user, onClose }: TokenHistoryDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title="Token history">
      <div className="stack">
        <p className="history-balance">
          Balance: <strong>{tokensLabel(user.tokenBalance)}</strong>
        </p>
        <OwedTokens user={user} />
        <History />
      </div>
    </Dialog>
  );
}

function History() {
  const { transactions, error, reload, reading } = useTokenHistory();

  if (error && !transactions) {
    return (
      <ErrorState title="Your history could not be loaded" message={errorText(error, 'Please try again.')} onRetry={() => void reload()} />
    );
  }
  if (!transactions) {
    return (
      <div role="status">
        <span className="visually-hidden">Loading your token history…</span>
        <Skeleton lines={6} />
      </div>
    );
  }
  if (transactions.length === 0) {
    return (
      <EmptyState title="No tokens yet" art={<EmptyTrail />}>
        <p>Find a Cache Card and scan it: your first token shows up here.</p>
      </EmptyState>
    );
  }
  return (
    <GrowingList className="history" count={transactions.length} reading={reading} moreFailed="Older tokens could not be loaded.">
      {transactions.map((transaction) => (
        <Transaction key={transaction.id} transaction={transaction} />
      ))}
    </GrowingList>
  );
}

function Transaction({ transaction: { amount, description, createdAt } }: { transaction: TokenTransaction }) {
  return (
    <li tabIndex={-1}>
      <span className={amount < 0 ? 'history-amount history-out' : 'history-amount'}>
        {amount < 0 ? `−${number(-amount)}` : `+${number(amount)}`}
      </span>
      <span className="history-text">
        <span>{description}</span>
        <time className="muted small" dateTime={createdAt}>
          {dateTime(createdAt)}
        </time>
      </span>
    </li>
  );
}
