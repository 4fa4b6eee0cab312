import type { ReactNode } from 'react';
import type { User } from '#schema/accounts/user.ts';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';
import { EmptyTrail } from '#web/ui/states/EmptyTrail.tsx';

interface NoCardsProps {
  tier: User['role'];
  heading?: 'h2' | 'h3';
  children?: ReactNode;
}

export function NoCards({ tier, heading = 'h3', children }: NoCardsProps) {
  return (
    <EmptyState title="No Cache Cards Found" heading={heading} art={<EmptyTrail />}>
      <p>
        {tier === 'free'
          ? 'Cards of your own come with Basic and Premium. Meanwhile, every card you find and scan earns you a Treasure Token.'
          : 'Cards you own show up here, with each place, scan and token they earn. Meanwhile, every card you find earns you a Treasure Token.'}
      </p>
      {children}
    </EmptyState>
  );
}
