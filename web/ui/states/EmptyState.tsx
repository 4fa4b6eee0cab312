import type { ReactNode } from 'react';

interface EmptyStateProps {
  title: string;
  /** An illustration; it says nothing that the text does not. */
  art?: ReactNode;
  /** `h1` where this is all there is of the page. */
  heading?: 'h1' | 'h2' | 'h3';
  children?: ReactNode;
}

/** Nothing here yet: what this place is for, and what to do next. */
export function EmptyState({ title, art, heading: Heading = 'h3', children }: EmptyStateProps) {
  return (
    <div className="state">
      {art && <div className="state-art">{art}</div>}
      <Heading>{title}</Heading>
      {children}
    </div>
  );
}
