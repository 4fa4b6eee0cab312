import { readState, writeState } from '#scripts/fakes/core/state-file.ts';
import type { Account, StoredResponse } from '#scripts/fakes/stripe/account.ts';
import type { PendingDelivery } from '#scripts/fakes/stripe/deliveries.ts';
import type { Kind, Shapes } from '#scripts/fakes/stripe/http/shapes.ts';
import { emptyObjects, kinds, type Objects } from '#scripts/fakes/stripe/store.ts';

interface StateFile {
  format: 1;
  origin: string;
  clockOffset: number;
  objects: { [K in Kind]?: Shapes[K][] };
  pending: PendingDelivery[];
  answers: [string, StoredResponse][];
}

export interface LoadedState {
  objects: Objects;
  clockOffset: number;
  pending: PendingDelivery[];
  answers: [string, StoredResponse][];
}

const eventTtlSeconds = 30 * 86_400;

export function loadState(path: string | undefined, origin: string): LoadedState | undefined {
  const storedState = readState<StateFile>(path);
  if (!storedState) return undefined;
  if (storedState.format !== 1) throw new Error(`${path} is not a state file of this fake; delete it to start over.`);
  const shiftedState = JSON.stringify(storedState).replaceAll(`"${storedState.origin}/`, `"${origin}/`);
  const state = storedState.origin === origin ? storedState : (JSON.parse(shiftedState) as StateFile);
  const objects = emptyObjects();
  for (const kind of kinds) fill(objects, kind, state.objects);
  return { objects, clockOffset: state.clockOffset, pending: state.pending, answers: state.answers };
}

function fill<K extends Kind>(objects: Objects, kind: K, storedState: StateFile['objects']): void {
  for (const object of storedState[kind] ?? []) objects[kind].set(object.id, object);
}

/** Writes the account to disk, omitting events older than 30 days. */
export function saveState(path: string | undefined, account: Account): void {
  const eventCutoff = account.clock.now(null) - eventTtlSeconds;
  const pending = account.deliveries.pending();
  const pendingEvents = new Set(pending.map((delivery) => delivery.eventId));
  const objects: StateFile['objects'] = {
    ...Object.fromEntries(kinds.map((kind) => [kind, account.store.all(kind)])),
    event: account.store.all('event').filter((event) => event.created > eventCutoff || pendingEvents.has(event.id)),
  };
  const state: StateFile = {
    format: 1,
    origin: account.origin,
    clockOffset: account.clock.offset,
    objects,
    pending,
    answers: [...account.answers],
  };
  writeState(path, state);
}
