/** The place that a member searched last, stored on the device. */
import * as v from 'valibot';
import type { Place } from '#schema/finding/geo.ts';

const placeSources = ['device', 'typed', 'map', 'card'] as const;

const LookedAt = v.object({
  latitude: v.pipe(v.number(), v.minValue(-90), v.maxValue(90)),
  longitude: v.pipe(v.number(), v.minValue(-180), v.maxValue(180)),
  name: v.string(),
  /** How the place was chosen. With `device`, it follows the member. */
  source: v.picklist(placeSources),
});
export type LookedAt = v.InferOutput<typeof LookedAt>;

const keyStart = 'looked_at_';
const getStorageKey = (memberId: number) => `${keyStart}${memberId}`;

export function keptLookedAt(memberId: number): LookedAt | null {
  try {
    const kept = v.safeParse(LookedAt, JSON.parse(localStorage.getItem(getStorageKey(memberId)) ?? 'null'));
    return kept.success ? kept.output : null;
  } catch {
    return null;
  }
}

export function keepLookedAt(memberId: number, looked: LookedAt): void {
  try {
    localStorage.setItem(getStorageKey(memberId), JSON.stringify(looked));
  } catch {
    // Without storage the member chooses again on the next visit.
  }
}

/** Deletes all stored places except that member's. */
export function forgetLookedAt(memberId: number | null): void {
  const kept = memberId === null ? null : getStorageKey(memberId);
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(keyStart) && key !== kept) localStorage.removeItem(key);
  } catch {
    // Nothing was stored.
  }
}

/** `?near=35.6,-82.5` (web/lib/near-address.ts). */
export function parseNearParameter(near: string | null): LookedAt | null {
  const [latitude, longitude] = (near ?? '').split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
  const parsed = v.safeParse(LookedAt, { latitude, longitude, name: 'the card you came from', source: 'card' });
  return parsed.success ? parsed.output : null;
}

export const pickPlace = ({ latitude, longitude }: Place): Place => ({ latitude, longitude });
