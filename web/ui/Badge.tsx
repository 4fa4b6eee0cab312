import type { ReactNode } from 'react';

export type BadgeTone = 'yellow' | 'green' | 'grey' | 'red' | 'info';

export interface StateWord {
  word: string;
  tone: BadgeTone;
}

export function Badge({ tone, children }: { tone: BadgeTone; children: ReactNode }) {
  return <span className={`badge badge-${tone}`}>{children}</span>;
}
