import type { ReactNode } from 'react';
import type { User } from '#schema/user.ts';
import { EmptyTrail } from '#web/components/cards/EmptyTrail.tsx';
import { EmptyState } from '#web/components/EmptyState.tsx';

/** The member owns no cards: what to do next. `children`: a way to start. */
export function NoCards({ tier, children }: { tier: User['role']; children?: ReactNode }) {
  return (
    <EmptyState title="No Cache Cards Found" art={<EmptyTrail />}>
      <p>
        {tier === 'free'
          ? 'Cards of your own come with Basic and Premium. Meanwhile, every card you find and scan earns you a Treasure Token.'
          : 'Cards you own show up here, with each place, scan and token they earn. Meanwhile, every card you find earns you a Treasure Token.'}
      </p>
      {children}
    </EmptyState>
  );
}
