import { hiddenFromViewersText } from '#web/lib/viewing.ts';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';

export function HiddenFromViewers({ heading = 'h3' }: { heading?: 'h1' | 'h2' | 'h3' }) {
  return <EmptyState title={hiddenFromViewersText} heading={heading} />;
}
