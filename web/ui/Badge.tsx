import type { ReactNode } from 'react';

export type BadgeTone = 'yellow' | 'green' | 'grey' | 'red' | 'info';

export interface StateLabel {
  label: string;
  tone: BadgeTone;
}

export function Badge({ tone, children }: { tone: BadgeTone; children: ReactNode }) {
  return <span className={`badge badge-${tone}`}>{children}</span>;
}
