/** Applies a bulk action in chunks, so that it shows progress, can be stopped, and survives a broken connection. */
import { useEffect, useRef, useState } from 'react';
import type { BulkResponse } from '#schema/admin/bulk.ts';
import { bulkChunkRows, bulkMaxRows } from '#schema/rules.ts';
import { isOutcomeUnknown } from '#web/features/admin/send-once.ts';

export interface RejectedItem<Item> {
  id: number | string;
  item: Item;
  reason: string;
}

export interface BulkRunState<Item> {
  status: 'running' | 'stopped' | 'interrupted' | 'done';
  total: number;
  done: Item[];
  rejected: RejectedItem<Item>[];
  remaining: readonly Item[];
  /** Why the run was interrupted. */
  error: unknown;
}

export interface BulkRunOptions<Item> {
  getId: (item: Item) => number | string;
  chunkRows?: number;
  /** Items with the same key are sent in one request, up to `bulkMaxRows` of them. They must be next to each other. */
  groupKey?: (item: Item) => number | string | undefined;
}

export interface BulkRun<Item> {
  state: BulkRunState<Item> | undefined;
  isStopping: boolean;
  /** Processes the items; resolves with the final state. */
  start: (items: readonly Item[], send: (chunk: Item[]) => Promise<BulkResponse>) => Promise<BulkRunState<Item>>;
  /** Stops after the current chunk. */
  stop: () => void;
  /** Processes the remaining items after a stop or an interruption. */
  resume: () => Promise<BulkRunState<Item> | undefined>;
  retryRejected: () => Promise<BulkRunState<Item> | undefined>;
}

const uncertainNote = 'The connection broke during the first attempt, which may have changed it.';

export function useBulkRun<Item>({ getId, chunkRows = bulkChunkRows, groupKey }: BulkRunOptions<Item>): BulkRun<Item> {
  const [state, setState] = useState<BulkRunState<Item>>();
  const [isStopping, setStopping] = useState(false);
  const stopRequested = useRef(false);
  const sendChunk = useRef<(chunk: Item[]) => Promise<BulkResponse>>(undefined);
  const uncertainIds = useRef(new Set<number | string>());

  useEffect(
    () => () => {
      stopRequested.current = true;
    },
    [],
  );

  async function run(initialState: BulkRunState<Item>): Promise<BulkRunState<Item>> {
    stopRequested.current = false;
    setStopping(false);
    let current: BulkRunState<Item> = { ...initialState, status: 'running', error: undefined };
    while (current.remaining.length > 0 && !stopRequested.current && current.status === 'running') {
      setState(current);
      current = await processChunk(current);
    }
    if (current.status === 'running') current = { ...current, status: current.remaining.length === 0 ? 'done' : 'stopped' };
    setState(current);
    return current;
  }

  async function processChunk(current: BulkRunState<Item>): Promise<BulkRunState<Item>> {
    const chunk = takeChunk(current.remaining, chunkRows, groupKey);
    try {
      const { results } = (await sendChunk.current?.(chunk)) ?? { results: [] };
      const resultsById = new Map(results.map((result) => [result.id, result]));
      const isDone = (item: Item) => resultsById.get(getId(item))?.isDone === true;
      const toRejected = (item: Item) => {
        const id = getId(item);
        const reason = resultsById.get(id)?.reason ?? 'Not changed.';
        return { id, item, reason: uncertainIds.current.has(id) ? `${reason} ${uncertainNote}` : reason };
      };
      return {
        ...current,
        done: [...current.done, ...chunk.filter(isDone)],
        rejected: [...current.rejected, ...chunk.filter((item) => !isDone(item)).map(toRejected)],
        remaining: current.remaining.slice(chunk.length),
      };
    } catch (error) {
      if (isOutcomeUnknown(error)) for (const item of chunk) uncertainIds.current.add(getId(item));
      return { ...current, status: 'interrupted', error };
    }
  }

  return {
    state,
    isStopping,
    start: (items, send) => {
      sendChunk.current = send;
      return run({ status: 'running', total: items.length, done: [], rejected: [], remaining: items, error: undefined });
    },
    stop: () => {
      stopRequested.current = true;
      setStopping(true);
    },
    resume: async () => state && run(state),
    retryRejected: async () => state && run({ ...state, rejected: [], remaining: state.rejected.map(({ item }) => item) }),
  };
}

function takeChunk<Item>(items: readonly Item[], size: number, groupKey: BulkRunOptions<Item>['groupKey']): Item[] {
  let end = Math.min(size, items.length);
  const isSplit = () => {
    const [last, next] = [items[end - 1], items[end]];
    const key = last && groupKey?.(last);
    return next !== undefined && key !== undefined && key === groupKey?.(next);
  };
  while (end < bulkMaxRows && isSplit()) end += 1;
  return items.slice(0, end);
}
