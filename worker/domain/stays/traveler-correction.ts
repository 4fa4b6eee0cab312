/** See "Stays" in docs/product-rules.md. */

import { maxTravelerTypos } from '#schema/rules.ts';
import type { Traveler } from '#schema/stays/stay.ts';
import { personKeys } from './person.ts';

type Person = Pick<Traveler, 'fullName' | 'birthDate'>;

/** Whether an administrator's change only corrects the traveler whom the member entered. Otherwise it names another person. */
export function isCorrection(entered: Person, changed: Person): boolean {
  return hasSameName(entered.fullName, changed.fullName) && hasSimilarDate(entered.birthDate, changed.birthDate);
}

function hasSameName(one: string, other: string): boolean {
  const [a, b] = [personKeys(one, ''), personKeys(other, '')];
  const isSame = a.own.some((key) => b.own.includes(key) || b.parts.includes(key)) || b.own.some((key) => a.parts.includes(key));
  const [, sorted] = a.own;
  return isSame || countTypos(sorted, b.own[1]) <= Math.min(maxTravelerTypos, Math.floor(sorted.length / 5));
}

/** At most one of year, month and day differs, or month and day are swapped. */
function hasSimilarDate(one: string, other: string): boolean {
  const [a, b] = [one.split('-'), other.split('-')];
  const isSwapped = a[0] === b[0] && a[1] === b[2] && a[2] === b[1];
  return isSwapped || a.filter((part, index) => part !== b[index]).length <= 1;
}

/** Returns the number of letters to insert, delete or replace (Levenshtein distance). */
function countTypos(one: string, other: string): number {
  let previous = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [row, letter] of [...one].entries()) {
    const current = [row + 1];
    for (let column = 1; column <= other.length; column += 1)
      current.push(
        Math.min(
          (previous[column] ?? 0) + 1,
          (current[column - 1] ?? 0) + 1,
          (previous[column - 1] ?? 0) + (letter === other[column - 1] ? 0 : 1),
        ),
      );
    previous = current;
  }
  return previous[other.length] ?? 0;
}
