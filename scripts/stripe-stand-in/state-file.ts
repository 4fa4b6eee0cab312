/** The objects on disk: one JSON file, replaced as a whole. */
import { existsSync, readFileSync } from 'node:fs';
import { replaceFile } from '#scripts/stand-in/saved-file.ts';
import type { Account } from '#scripts/stripe-stand-in/account.ts';
import type { PendingDelivery } from '#scripts/stripe-stand-in/deliveries.ts';
import type { RememberedAnswer } from '#scripts/stripe-stand-in/idempotency.ts';
import type { Kind, Shapes } from '#scripts/stripe-stand-in/shapes.ts';
import { emptyObjects, kinds, type Objects } from '#scripts/stripe-stand-in/store.ts';

interface StateFile {
  format: 1;
  origin: string;
  clockOffset: number;
  objects: { [K in Kind]?: Shapes[K][] };
  pending: PendingDelivery[];
  answers: [string, RememberedAnswer][];
}

export interface LoadedState {
  objects: Objects;
  clockOffset: number;
  pending: PendingDelivery[];
  answers: [string, RememberedAnswer][];
}

const eventTtlSeconds = 30 * 86_400;

/** What the file holds, or undefined when there is none. Addresses of the stand-in's pages follow it to another port. */
export function loadState(path: string, origin: string): LoadedState | undefined {
  if (!existsSync(path)) return undefined;
  const text = readFileSync(path, 'utf8');
  const known = JSON.parse(text) as StateFile;
  if (known.format !== 1) throw new Error(`${path} is not a state file of this stand-in; remove it to begin anew.`);
  const state = known.origin === origin ? known : (JSON.parse(text.replaceAll(`"${known.origin}/`, `"${origin}/`)) as StateFile);
  const objects = emptyObjects();
  for (const kind of kinds) fill(objects, kind, state.objects);
  return { objects, clockOffset: state.clockOffset, pending: state.pending, answers: state.answers };
}

function fill<K extends Kind>(objects: Objects, kind: K, kept: StateFile['objects']): void {
  for (const object of kept[kind] ?? []) objects[kind].set(object.id, object);
}

/** Replaces the file. Events are kept for 30 days. */
export function saveState(path: string, account: Account): void {
  const oldest = account.clock.now(null) - eventTtlSeconds;
  const pending = account.deliveries.pending();
  const waiting = new Set(pending.map((delivery) => delivery.eventId));
  const objects: StateFile['objects'] = {
    ...Object.fromEntries(kinds.map((kind) => [kind, account.store.all(kind)])),
    event: account.store.all('event').filter((event) => event.created > oldest || waiting.has(event.id)),
  };
  const state: StateFile = {
    format: 1,
    origin: account.origin,
    clockOffset: account.clock.offset,
    objects,
    pending,
    answers: [...account.answers],
  };
  replaceFile(path, state);
}
