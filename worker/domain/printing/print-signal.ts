/**
 * Derives a print order's state from all of the printer's webhooks, because they may arrive late, more than once and out of order. Product
 * rules: Claims, printing, email and messages.
 */
import type { PrintStatus } from '#schema/printing/print.ts';
import type { Seconds } from '#worker/domain/time.ts';

const progress = {
  CloudprinterOrderValidated: 'validated',
  ItemValidated: 'validated',
  ItemProduce: 'producing',
  ItemProduced: 'produced',
  ItemPacked: 'produced',
  ItemShipped: 'shipped',
} as const;
const stages = ['validated', 'producing', 'produced', 'shipped'] as const;

export const signalTypes = [
  ...(Object.keys(progress) as (keyof typeof progress)[]),
  'ItemError',
  'ItemCanceled',
  'CloudprinterOrderCanceled',
] as const;
export type SignalType = (typeof signalTypes)[number];

export interface PrintSignal {
  type: SignalType;
  /** Reference of the item, either ours or the printer's; empty if the event concerns the whole order. */
  item: string;
  occurredAt: Seconds;
  tracking: string | null;
  message: string | null;
}

export interface PrintState {
  status: Exclude<PrintStatus, 'draft'>;
  statusAt: Seconds;
  /** Tracking numbers of all known parcels, one per line, in shipping order; null if there are none. */
  tracking: string | null;
  error: string | null;
  shipped: number;
}

type Stage = (typeof stages)[number];
type ItemState = { kind: 'cancelled' } | { kind: 'in_error'; since: PrintSignal } | { kind: 'at'; stage: Stage };

/**
 * Derives the state of an order with `itemCount` items. A cancellation is final. An item's error sets the order's state until that item
 * makes progress. An order is shipped once every item is shipped or canceled, because a parcel may contain only some of the items.
 */
export function printState(signals: readonly PrintSignal[], itemCount: number): PrintState | undefined {
  if (signals.length === 0) return undefined;
  const statusAt = Math.max(...signals.map(({ occurredAt }) => occurredAt));
  const items = [...new Set(signals.map(({ item }) => item))].map((item) => itemState(signals.filter((signal) => signal.item === item)));
  const cancelledItems = items.filter(({ kind }) => kind === 'cancelled').length;
  const shipped = items.filter((item) => item.kind === 'at' && item.stage === 'shipped').length;
  const common = { statusAt, shipped, tracking: mergeParcels(signals) };
  if (signals.some(({ type }) => type === 'CloudprinterOrderCanceled') || cancelledItems >= itemCount) {
    return { ...common, status: 'cancelled', error: null };
  }
  const cancellationNote = cancelledItems > 0 ? `${cancelledItems} of ${itemCount} were canceled.` : null;
  if (shipped > 0 && shipped + cancelledItems >= itemCount) {
    // The member sees this as the shipping date, so later signals of other kinds must not move it.
    const shippedAt = Math.max(...signals.flatMap(({ type, occurredAt }) => (type === 'ItemShipped' ? [occurredAt] : [])));
    return { ...common, statusAt: shippedAt, status: 'shipped', error: cancellationNote };
  }
  const errors = sortSignals(items.flatMap((item) => (item.kind === 'in_error' ? [item.since] : [])));
  if (errors.length > 0 || cancelledItems > 0) {
    const reason = errors.at(-1)?.message ?? null;
    return {
      ...common,
      status: 'error',
      error: reason ?? (errors.length > 0 ? 'The printer reports an error.' : cancellationNote),
    };
  }
  const reachedStages = items.flatMap((item) => (item.kind === 'at' ? [stages.indexOf(item.stage)] : []));
  const furthestStage = Math.min(Math.max(...reachedStages), stages.indexOf('produced'));
  return { ...common, status: stages[furthestStage] ?? 'validated', error: null };
}

/**
 * Applies a late printer signal to an order that an administrator canceled because the printer had not responded. The order stays
 * canceled, because the cards may have been reordered, but is flagged for attention.
 */
export function applyWriteOff(state: PrintState): PrintState {
  return state.status === 'cancelled'
    ? state
    : { ...state, status: 'cancelled', error: 'Canceled here, but the printer accepted it and is working on it.' };
}

function mergeParcels(signals: readonly PrintSignal[]): string | null {
  const shipped = sortSignals(signals.filter(({ type }) => type === 'ItemShipped'));
  const parcels = new Set(shipped.flatMap(({ tracking }) => tracking?.replace(/\s+/g, ' ').trim() || []));
  return parcels.size > 0 ? [...parcels].join('\n') : null;
}

function itemState(signals: readonly PrintSignal[]): ItemState {
  if (signals.some(({ type }) => type === 'ItemCanceled')) return { kind: 'cancelled' };
  const steps = signals.flatMap((signal) => (signal.type in progress ? [signal] : []));
  const lastError = sortSignals(signals.filter(({ type }) => type === 'ItemError')).at(-1);
  const reachedStages = steps.map(({ type }) => stages.indexOf(progress[type as keyof typeof progress]));
  // An item that was shipped must have been printed, even if errors were reported.
  const isShipped = reachedStages.includes(stages.indexOf('shipped'));
  if (lastError && !isShipped && !steps.some(({ occurredAt }) => occurredAt > lastError.occurredAt))
    return { kind: 'in_error', since: lastError };
  return { kind: 'at', stage: stages[Math.max(0, ...reachedStages)] ?? 'validated' };
}

/** Sorts by time and then by content so that the order is deterministic. */
function sortSignals(signals: readonly PrintSignal[]): PrintSignal[] {
  const key = ({ item, tracking, message }: PrintSignal) => `${item}\n${tracking ?? ''}\n${message ?? ''}`;
  return signals.toSorted((a, b) => a.occurredAt - b.occurredAt || (key(a) < key(b) ? -1 : 1));
}
