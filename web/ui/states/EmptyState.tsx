import type { ReactNode } from 'react';

interface EmptyStateProps {
  title: string;
  art?: ReactNode;
  /** Heading level. Pass `h1` if the message is the entire page. */
  heading?: 'h1' | 'h2' | 'h3';
  children?: ReactNode;
}

export function EmptyState({ title, art, heading: Heading = 'h3', children }: EmptyStateProps) {
  return (
    <div className="state">
      {art && <div className="state-art">{art}</div>}
      <Heading>{title}</Heading>
      {children}
    </div>
  );
}
