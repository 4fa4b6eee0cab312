/** Data download, readable for people and programs. Product rules: A member's own data. */

import { type Seconds, toIso } from '#worker/domain/time.ts';
import { isTombstone } from './deletion.ts';
import { maskEmail } from './mask-email.ts';

export type DataValue = string | number | null;
export type DataRow = Record<string, DataValue>;
export type MyDataRows = Record<string, DataRow[]>;

/** Time columns, recognized by suffix. */
const instant = /(At|Date|Until|Start|End|activateBy|ValidFrom)$/;
const booleanFields = /^(is|wants|was)[A-Z]|^(autoRenew|cancelAtPeriodEnd|codeWasRight)$/;
/** JSON columns. */
const json = new Set(['payload', 'before', 'after', 'shippingAddress', 'quote', 'remindersSent', 'response', 'shown']);

const about =
  'Everything that Cache Cards stores about you. Times are UTC; amounts named cents are US cents. Passwords, session ids and the ' +
  'secrets of links are left out: they open your account. Left out too is how far from a card you stood and how exactly your device ' +
  'knew it, which may be kept for 90 days of a find where you said where you stand: it would tell where cards are hidden. Addresses of people you invited are masked, and so is who of us did what.';

/** Formats times, booleans and JSON; masks addresses of invited people. */
export function presentMyData(sections: MyDataRows, now: Seconds): Record<string, unknown> {
  const { profile = [], invitedPeople = [], ...others } = sections;
  return {
    about,
    downloadedAt: toIso(now),
    profile: profile[0] ? presentRow(profile[0]) : null,
    ...Object.fromEntries(Object.entries(others).map(([name, rows]) => [name, rows.map(presentRow)])),
    invitedPeople: invitedPeople.map((person) => presentRow({ ...person, email: maskAddress(String(person.email)) })),
  };
}

/** Null if erased. */
const maskAddress = (email: string) => (isTombstone(email) ? null : maskEmail(email));

function presentRow(row: DataRow): Record<string, unknown> {
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, presentValue(name, value)]));
}

function presentValue(name: string, value: DataValue): unknown {
  if (typeof value === 'number' && instant.test(name)) return toIso(value);
  if (typeof value === 'number' && booleanFields.test(name)) return value === 1;
  if (typeof value === 'string' && json.has(name)) return parseJson(value);
  return value;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
