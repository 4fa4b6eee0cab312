import { t } from '@lingui/core/macro';
import '#web/features/memberships/membership.css';
import type { ReactNode } from 'react';
import { MembershipFacts } from '#web/features/memberships/MembershipFacts.tsx';
import { useMembership } from '#web/features/memberships/membership-api.ts';
import { Loaded } from '#web/ui/states/Loaded.tsx';

interface MembershipPanelProps {
  /** Whether the panel shows only the membership state and urgent actions. The account page shows the other details. */
  isCompact?: boolean;
  children?: ReactNode;
}

export function MembershipPanel({ isCompact = false, children }: MembershipPanelProps) {
  return (
    <div className="stack membership">
      <Loaded query={useMembership()} subject={t`Your membership`} blocks={[isCompact ? '6rem' : '9rem']}>
        {(membership) => <MembershipFacts membership={membership} isCompact={isCompact} />}
      </Loaded>
      {children}
    </div>
  );
}
