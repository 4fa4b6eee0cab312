import type { AuditEntry } from '#schema/admin/audit.ts';
import { stateText } from '#web/features/admin/cells.tsx';
import { dateTime } from '#web/lib/format.ts';

/** Fields that hold Unix seconds when they hold a number, such as `snoozedUntil`. */
const timeField = /(At|Until)$/;
/** Fields that hold the id of a member. */
const memberFields = new Set(['ownerId', 'referredById']);
const isoTime = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

export interface Change {
  field: string;
  /** Value before the change; undefined if the field had no value then. */
  before: string | undefined;
  after: string | undefined;
}

export function listChanges(personal: NonNullable<AuditEntry['personal']>): Change[] {
  const before = personal.before ?? {};
  const after = personal.after ?? {};
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return fields.map((field) => ({ field: formatFieldName(field), before: getText(before, field), after: getText(after, field) }));
}

function getText(values: Record<string, unknown>, field: string): string | undefined {
  if (!Object.hasOwn(values, field)) return undefined;
  const value = values[field];
  if (value === null || value === '') return '(empty)';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value.join(', ') || '(empty)';
  if (typeof value === 'object') return JSON.stringify(value);
  if (memberFields.has(field)) return `Member\u00a0${value}`;
  if (typeof value === 'number' && timeField.test(field)) return dateTime(new Date(value * 1_000).toISOString());
  if (typeof value === 'string' && isoTime.test(value)) return dateTime(value);
  return field === 'status' ? stateText(String(value)) : String(value);
}

/** Converts a field name to a label: `firstName` becomes `First name`, `ownerId` becomes `Owner`. */
function formatFieldName(field: string): string {
  const label = field
    .replace(memberFields.has(field) ? /Id$/ : '', '')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();
  return label.charAt(0).toUpperCase() + label.slice(1);
}
