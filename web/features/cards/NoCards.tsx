import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import type { User } from '#schema/accounts/user.ts';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';
import { EmptyTrail } from '#web/ui/states/EmptyTrail.tsx';

export function NoCards({ tier, heading = 'h3', children }: { tier: User['role']; heading?: 'h2' | 'h3'; children?: ReactNode }) {
  return (
    <EmptyState title={t`No Cache Cards Found`} heading={heading} art={<EmptyTrail />}>
      <p>
        {tier === 'free'
          ? t`With Basic or Premium you can place your own cards. Until then, every new card you scan earns you a Treasure Token.`
          : t`Your own cards will show up here. Until then, every new card you scan earns you a Treasure Token.`}
      </p>
      {children}
    </EmptyState>
  );
}
