import '#web/components/membership/membership.css';
import type { ReactNode } from 'react';
import { ErrorState } from '#web/components/ErrorState.tsx';
import { MembershipFacts } from '#web/components/membership/MembershipFacts.tsx';
import { useMembership } from '#web/components/membership/membership-api.ts';
import { Skeleton } from '#web/components/Skeleton.tsx';
import { errorText } from '#web/lib/api.ts';

interface MembershipPanelProps {
  /** Only the state and what cannot wait; the rest is on My Account. */
  isCompact?: boolean;
  children?: ReactNode;
}

/** The member's tier, how long it lasts, and the ways to change that. */
export function MembershipPanel({ isCompact = false, children }: MembershipPanelProps) {
  const { data, error, mutate } = useMembership();
  return (
    <div className="membership">
      {data ? (
        <MembershipFacts membership={data} isCompact={isCompact} />
      ) : error ? (
        <ErrorState
          title="Your membership could not be loaded"
          message={errorText(error, 'Please try again.')}
          onRetry={() => void mutate()}
        />
      ) : (
        <div role="status">
          <span className="visually-hidden">Loading your membership…</span>
          <Skeleton height={isCompact ? '6rem' : '9rem'} />
        </div>
      )}
      {children}
    </div>
  );
}
