/** Unit for distances: the unit that the member chose on this device or, if there is none, the one used in the browser's region. */
import { useSyncExternalStore } from 'react';

export type DistanceUnit = 'metric' | 'imperial';

const storageKey = 'distance_unit';
/** Countries whose road signs use miles. */
const regionsWithMiles = new Set(['US', 'GB', 'LR', 'MM']);

/** Choice made since the page was loaded, for browsers without storage. Undefined if the member has not changed the unit. */
let unstoredChoice: DistanceUnit | null | undefined;
const listeners = new Set<() => void>();

/** Returns the unit used in the region of the browser's language, or in that language's most likely region. */
export function getRegionalUnit(language: string = navigator.language): DistanceUnit {
  try {
    return regionsWithMiles.has(new Intl.Locale(language).maximize().region ?? '') ? 'imperial' : 'metric';
  } catch {
    return 'metric';
  }
}

/** Returns the member's chosen unit, or null if the unit follows the region. */
export function readDistanceChoice(): DistanceUnit | null {
  if (unstoredChoice !== undefined) return unstoredChoice;
  try {
    const stored = localStorage.getItem(storageKey);
    return stored === 'metric' || stored === 'imperial' ? stored : null;
  } catch {
    return null;
  }
}

/**
 * Stores the choice on this device; null makes the unit follow the region. If storage is unavailable, the choice lasts until the page is
 * closed.
 */
export function storeDistanceChoice(choice: DistanceUnit | null): void {
  unstoredChoice = undefined;
  try {
    if (choice === null) localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, choice);
  } catch {
    unstoredChoice = choice;
  }
  for (const listener of listeners) listener();
}

export function getDistanceUnit(): DistanceUnit {
  return readDistanceChoice() ?? getRegionalUnit();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  // The `storage` event reports changes made in other tabs.
  addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', listener);
  };
}

/** Returns the unit for all distances. A prerendered page does not know the member's unit, so it starts with kilometers. */
export function useDistanceUnit(): DistanceUnit {
  return useSyncExternalStore(subscribe, getDistanceUnit, () => 'metric');
}

export function useDistanceChoice(): DistanceUnit | null {
  return useSyncExternalStore(subscribe, readDistanceChoice, () => null);
}
