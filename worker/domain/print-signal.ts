/**
 * The printer's signals: they come late, twice and in any order, so that where an order stands follows from all of them
 * together, whichever came last. Rulings section 10.
 */
import type { PrintStatus } from '#schema/print.ts';
import type { Seconds } from './time.ts';

/** How far a signal says that an item, or the order, has come. */
const progress = {
  CloudprinterOrderValidated: 'validated',
  ItemValidated: 'validated',
  ItemProduce: 'producing',
  ItemProduced: 'produced',
  ItemPacked: 'produced',
  ItemShipped: 'shipped',
} as const;
const stages = ['validated', 'producing', 'produced', 'shipped'] as const;

/** What the printer may tell; anything else is of no concern. */
export const signalTypes = [
  ...(Object.keys(progress) as (keyof typeof progress)[]),
  'ItemError',
  'ItemCanceled',
  'CloudprinterOrderCanceled',
] as const;
export type SignalType = (typeof signalTypes)[number];

export interface PrintSignal {
  type: SignalType;
  /** Our reference of the item, or theirs; empty where a signal is of the whole order. */
  item: string;
  occurredAt: Seconds;
  tracking: string | null;
  /** What they say of an error. */
  message: string | null;
}

export interface PrintState {
  status: Exclude<PrintStatus, 'draft'>;
  /** Of the newest signal. */
  statusAt: Seconds;
  tracking: string | null;
  error: string | null;
}

type Stage = (typeof stages)[number];
type ItemState = { is: 'cancelled' } | { is: 'in_error'; since: PrintSignal } | { is: 'at'; stage: Stage };

/**
 * Where an order of `itemCount` items stands. Called off is called off, whatever else is said. An error stands until the
 * same item is said to have gone on later, and needs somebody's attention, so it covers how far the others are.
 */
export function printState(signals: readonly PrintSignal[], itemCount: number): PrintState | undefined {
  if (signals.length === 0) return undefined;
  const statusAt = Math.max(...signals.map(({ occurredAt }) => occurredAt));
  const shipped = inOrder(signals.filter(({ type, tracking }) => type === 'ItemShipped' && tracking));
  const known = { statusAt, tracking: shipped.at(-1)?.tracking ?? null };
  const items = [...new Set(signals.map(({ item }) => item))].map((item) => itemState(signals.filter((signal) => signal.item === item)));
  const cancelled = items.filter(({ is }) => is === 'cancelled').length;
  if (signals.some(({ type }) => type === 'CloudprinterOrderCanceled') || cancelled >= itemCount) {
    return { ...known, status: 'cancelled', error: null };
  }
  const errors = inOrder(items.flatMap((item) => (item.is === 'in_error' ? [item.since] : [])));
  if (errors.length > 0 || cancelled > 0) {
    const reason = errors.at(-1)?.message ?? null;
    return {
      ...known,
      status: 'error',
      error: reason ?? (errors.length > 0 ? 'The printer reports an error.' : `${cancelled} of ${itemCount} were cancelled.`),
    };
  }
  const reached = items.flatMap((item) => (item.is === 'at' ? [stages.indexOf(item.stage)] : []));
  return { ...known, status: stages[Math.max(...reached)] ?? 'validated', error: null };
}

function itemState(signals: readonly PrintSignal[]): ItemState {
  if (signals.some(({ type }) => type === 'ItemCanceled')) return { is: 'cancelled' };
  const steps = signals.flatMap((signal) => (signal.type in progress ? [signal] : []));
  const since = inOrder(signals.filter(({ type }) => type === 'ItemError')).at(-1);
  const reached = steps.map(({ type }) => stages.indexOf(progress[type as keyof typeof progress]));
  // What is on its way was printed after all.
  const isShipped = reached.includes(stages.indexOf('shipped'));
  if (since && !isShipped && !steps.some(({ occurredAt }) => occurredAt > since.occurredAt)) return { is: 'in_error', since };
  return { is: 'at', stage: stages[Math.max(0, ...reached)] ?? 'validated' };
}

/** By time, then by what they say, so that two of one second have an order too. */
function inOrder(signals: readonly PrintSignal[]): PrintSignal[] {
  const key = ({ item, tracking, message }: PrintSignal) => `${item}\n${tracking ?? ''}\n${message ?? ''}`;
  return signals.toSorted((a, b) => a.occurredAt - b.occurredAt || (key(a) < key(b) ? -1 : 1));
}
