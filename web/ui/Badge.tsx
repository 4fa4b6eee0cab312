import type { ReactNode } from 'react';

export type BadgeTone = 'yellow' | 'green' | 'grey' | 'red' | 'info';

/** How a badge says a state. */
export interface StateWord {
  word: string;
  tone: BadgeTone;
}

/** A short state word on its colour. */
export function Badge({ tone, children }: { tone: BadgeTone; children: ReactNode }) {
  return <span className={`badge badge-${tone}`}>{children}</span>;
}
