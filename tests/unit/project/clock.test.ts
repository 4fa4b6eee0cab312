/** Tests `npm run clock`: how far each argument advances the clock, and how the command affects the local state. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { addAmount, readAmount, stopsUntil } from '#scripts/clock/amount.ts';
import { backUpState, finishRestoringState, isMoved, offsetFile, restoreState } from '#scripts/clock/state-backup.ts';
import { saveOffset } from '#scripts/fakes/core/clock.ts';

const at = (iso: string) => Date.parse(iso) / 1_000;
const isoAfter = (iso: string, wish: string) => {
  const amount = readAmount(wish);
  if (!amount) throw new Error(`${wish} is no amount`);
  const target = addAmount(at(iso), amount);
  return target && new Date(target * 1_000).toISOString();
};

test.each([
  ['+3days', '2026-11-26T14:05:07.000Z'],
  ['+1day', '2026-11-24T14:05:07.000Z'],
  ['12 hours', '2026-11-24T02:05:07.000Z'],
  ['+1month', '2026-12-23T14:05:07.000Z'],
  ['+2months', '2027-01-23T14:05:07.000Z'],
  ['+1year', '2027-11-23T14:05:07.000Z'],
])('moving the clock by %s leads to %s', (wish, then) => {
  expect(isoAfter('2026-11-23T14:05:07Z', wish)).toBe(then);
});

test.each([
  ['2027-01-31T23:59:59Z', '+1month', '2027-02-28T23:59:59.000Z'],
  ['2028-01-31T10:00:00Z', '+1month', '2028-02-29T10:00:00.000Z'],
  ['2026-12-31T10:00:00Z', '+2months', '2027-02-28T10:00:00.000Z'],
  ['2026-08-31T10:00:00Z', '+1month', '2026-09-30T10:00:00.000Z'],
  ['2028-02-29T10:00:00Z', '+1year', '2029-02-28T10:00:00.000Z'],
  ['2026-12-31T10:00:00Z', '+1day', '2027-01-01T10:00:00.000Z'],
])('moving the clock from %s by %s ends within the resulting month', (start, wish, then) => {
  expect(isoAfter(start, wish)).toBe(then);
});

test.each(['', '+', 'month', '-1day', '+0days', '+1.5days', '1 week', '+1month2days', 'reset'])('%j is no move of the clock', (wish) => {
  expect(readAmount(wish)).toBeUndefined();
});

test('moving the clock by more than ten years is refused', () => {
  expect(isoAfter('2026-11-23T00:00:00Z', '+10years')).toBe('2036-11-23T00:00:00.000Z');
  expect(isoAfter('2026-11-23T00:00:00Z', '+11years')).toBeUndefined();
});

test('a long move of the clock stops at regular intervals, and finally at the target', () => {
  const start = at('2026-11-23T14:00:00Z');
  const iso = (moments: number[]) => moments.map((moment) => new Date(moment * 1_000).toISOString().slice(0, 16));
  expect(iso(stopsUntil(start, start + 2 * 86_400, 86_400))).toEqual(['2026-11-24T14:00', '2026-11-25T14:00']);
  expect(iso(stopsUntil(start, start + 86_400 + 3_600, 86_400))).toEqual(['2026-11-24T14:00', '2026-11-24T15:00']);
  expect(iso(stopsUntil(start, start + 3_600, 86_400))).toEqual(['2026-11-23T15:00']);
  expect(iso(stopsUntil(start, start + 8 * 86_400, 7 * 86_400))).toEqual(['2026-11-30T14:00', '2026-12-01T14:00']);
});

describe('the local state behind a moved clock', () => {
  let folder: string;
  let state: string;
  const rows = () => readFileSync(join(state, 'rows'), 'utf8');
  const write = (text: string) => {
    mkdirSync(state, { recursive: true });
    writeFileSync(join(state, 'rows'), text);
  };
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'clock-'));
    state = join(folder, 'state');
    write('before');
    backUpState(state);
    saveOffset(offsetFile(state), 86_400);
    write('moved');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  test('is restored, with the real time', () => {
    expect(isMoved(state)).toBe(true);
    restoreState(state);
    expect(rows()).toBe('before');
    expect(isMoved(state)).toBe(false);
  });

  test('is restored by the next call if a restore was interrupted between its two steps', () => {
    renameSync(state, `${state}.moved`);
    finishRestoringState(state);
    expect(rows()).toBe('before');
    expect(existsSync(`${state}.moved`)).toBe(false);
  });

  test('is left alone if a restore was interrupted at its very end', () => {
    restoreState(state);
    mkdirSync(`${state}.moved`);
    write('went on');
    finishRestoringState(state);
    expect(rows()).toBe('went on');
    expect(existsSync(`${state}.moved`)).toBe(false);
  });

  test('is backed up again after it was deleted and created again', () => {
    rmSync(state, { recursive: true });
    write('fresh');
    backUpState(state);
    write('moved again');
    restoreState(state);
    expect(rows()).toBe('fresh');
  });

  test('is not touched without a backup', () => {
    rmSync(`${state}.before-clock`, { recursive: true });
    expect(() => restoreState(state)).toThrow(/is missing/);
    expect(rows()).toBe('moved');
  });
});
