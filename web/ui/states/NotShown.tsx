import { notShownToViewers } from '#web/lib/viewing.ts';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';

/** In place of what is the member's alone, for an administrator who sees the account as they do. */
export function NotShown({ heading = 'h3' }: { heading?: 'h1' | 'h2' | 'h3' }) {
  return <EmptyState title={notShownToViewers} heading={heading} />;
}
