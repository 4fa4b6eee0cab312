import type { ReactNode } from 'react';

interface EmptyStateProps {
  title: string;
  /** An illustration; it says nothing that the text does not. */
  art?: ReactNode;
  children?: ReactNode;
}

/** Nothing here yet: what this place is for, and what to do next. */
export function EmptyState({ title, art, children }: EmptyStateProps) {
  return (
    <div className="state">
      {art && <div className="state-art">{art}</div>}
      <h3>{title}</h3>
      {children}
    </div>
  );
}
