/** The oldest supported browsers (README, Supported browsers), and the features that they lack according to MDN's compatibility data. */
import { createRequire } from 'node:module';
import type { Identifier, SimpleSupportStatement } from '@mdn/browser-compat-data';

/** Oldest supported version of each browser, keyed by MDN's browser names. */
export const browserFloor = {
  safari: 16.4,
  safari_ios: 16.4,
  chrome: 111,
  chrome_android: 111,
  samsunginternet_android: 22,
  firefox: 115,
  firefox_android: 115,
} as const;

type Features = Record<string, Identifier>;
export const compatData = createRequire(import.meta.url)('@mdn/browser-compat-data') as {
  api: Features;
  css: Record<'at-rules' | 'properties' | 'selectors' | 'types', Features>;
  html: { global_attributes: Features };
  javascript: { builtins: Features };
};

/** Lists a feature's subfeatures, such as the members of an interface or the values of a property. */
export function listParts(feature: Features | Identifier): [string, Identifier][] {
  return Object.entries(feature).flatMap(([name, part]) => (name === '__compat' ? [] : [[name, part as Identifier]]));
}

export const findPart = (feature: Identifier | undefined, name: string) =>
  listParts(feature ?? {}).find(([partName]) => partName === name)?.[1];

type Browser = keyof typeof browserFloor;
const browsers = Object.keys(browserFloor) as Browser[];

type Presence = 'always' | 'newer' | 'never';

/**
 * Classifies the browser's support for the feature. `always`: the oldest supported version, at least partly. `newer`: only later versions.
 * `never`: no version.
 */
function findPresence(feature: Identifier, browser: Browser): Presence {
  const floor = browserFloor[browser];
  let presence: Presence = 'never';
  for (const { version_added, version_removed, flags, prefix, alternative_name } of [feature.__compat?.support[browser] ?? []].flat()) {
    const added = parseVersion(version_added);
    if (flags || prefix || alternative_name || added === undefined) continue;
    const removed = parseVersion(version_removed);
    if (added <= floor && (removed === undefined || removed > floor)) return 'always';
    if (added > floor && removed === undefined) presence = 'newer';
  }
  return presence;
}

function parseVersion(version: SimpleSupportStatement['version_added'] | undefined): number | undefined {
  const number = typeof version === 'string' ? Number.parseFloat(version.replace('≤', '')) : Number.NaN;
  return Number.isNaN(number) ? undefined : number;
}

/**
 * Whether a browser gained the feature after its oldest supported version. Features that even the newest version lacks do not count,
 * because tests in that version detect them.
 */
export const isNewer = (feature: Identifier | undefined) =>
  feature?.__compat !== undefined && browsers.some((browser) => findPresence(feature, browser) === 'newer');

/**
 * Whether all current browsers support the feature. Members are matched by name without their interface, so a match with a less widely
 * supported member may be a false positive.
 */
export const isWidespread = (feature: Identifier) =>
  feature.__compat?.status?.standard_track === true && browsers.every((browser) => findPresence(feature, browser) !== 'never');
