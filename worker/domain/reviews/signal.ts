import type { SignalCode, SignalCounts } from '#schema/reviews/signals.ts';

export interface Signal {
  code: string;
  sentence: string;
  counts: SignalCounts;
}

export interface KnownSignal extends Signal {
  code: SignalCode;
}
