/** The member's data download, in a format that both people and programs can read. Product rules: A member's own data. */

import { type Seconds, toIso } from '#worker/domain/time.ts';
import { shownAuditValues } from './audit-fields.ts';
import { isTombstone } from './deletion.ts';
import { maskEmail } from './mask-email.ts';

export type DataValue = string | number | null;
export type DataRow = Record<string, DataValue>;
export type MyDataRows = Record<string, DataRow[]>;

const instantFieldPattern = /(At|Date|[uU]ntil|Since|Start|End|activateBy|dueBy|From|toldThrough|renewal\w+For)$|^at$/;
const booleanFields = /^(is|has|wants|was)[A-Z]|^(autoRenew|cancelAtPeriodEnd|codeWasRight|tookPlace|travelerCorrected)$/;
const jsonFields = new Set([
  'payload',
  'before',
  'after',
  'shippingAddress',
  'quote',
  'remindersSent',
  'response',
  'shown',
  'evidence',
  'wishes',
  'costs',
]);

const about =
  'Everything that Cache Cards stores about you. Times are UTC; amounts named cents are US cents. Passwords, session ids and secret ' +
  'links are left out, because they give access to your account. Your distance from the cards you found and the accuracy of your ' +
  'location, which we may keep for 90 days if you shared it, are left out too, because they would reveal where cards are hidden. ' +
  'Addresses of people you invited are masked, and our administrators are not named.';

/** Formats times, booleans and JSON, and masks the emails of invited people. */
export function presentMyData(sections: MyDataRows, now: Seconds): Record<string, unknown> {
  const { profile = [], invitedPeople = [], administratorActions = [], ...others } = sections;
  return {
    about,
    downloadedAt: toIso(now),
    profile: profile[0] ? presentRow(profile[0]) : null,
    ...Object.fromEntries(Object.entries(others).map(([name, rows]) => [name, rows.map(presentRow)])),
    administratorActions: administratorActions.map((entry) => presentRow({ ...entry, ...shownValues(entry) })),
    invitedPeople: invitedPeople.map((person) => presentRow({ ...person, email: maskAddress(String(person.email)) })),
  };
}

function shownValues({ action, before = null, after = null }: DataRow): DataRow {
  const show = (values: DataValue) => shownAuditValues(String(action), values === null ? null : String(values));
  return { before: show(before), after: show(after) };
}

const maskAddress = (email: string) => (isTombstone(email) ? null : maskEmail(email));

function presentRow(row: DataRow): Record<string, unknown> {
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, presentValue(name, value)]));
}

function presentValue(name: string, value: DataValue): unknown {
  if (typeof value === 'number' && booleanFields.test(name)) return value === 1;
  if (typeof value === 'number' && instantFieldPattern.test(name)) return toIso(value);
  if (typeof value === 'string' && name === 'earlierTimeZones') return (JSON.parse(value) as DataRow[]).map(presentRow);
  if (typeof value === 'string' && jsonFields.has(name)) return parseJson(value);
  return value;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
