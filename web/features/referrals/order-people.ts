import type { Referrals, ReferredPerson } from '#schema/referrals/referral.ts';
import { secondsPerDay } from '#schema/rules.ts';

/** How long an event counts as new, in milliseconds. */
const newsMs = 14 * secondsPerDay * 1_000;

/** Returns the time of the person's latest event: their first paid membership or, before that, their registration. */
export const getNewsTime = ({ upgradedAt, joinedAt }: ReferredPerson): string => upgradedAt ?? joinedAt;

export const isNews = (person: ReferredPerson, now: number): boolean => now - Date.parse(getNewsTime(person)) < newsMs;

/**
 * Returns the people from all loaded pages, without duplicates. Each page starts with the people who upgraded recently and is otherwise
 * sorted by latest event, newest first. Later pages are appended so that loading one does not move people already on screen.
 */
export function orderPeople(pages: readonly Referrals[], now: number): ReferredPerson[] {
  const shownIds = new Set<number>();
  const isNewUpgrade = (person: ReferredPerson) => Number(person.upgradedAt !== null && isNews(person, now));
  return pages.flatMap(({ people, news }) => {
    const added: ReferredPerson[] = [];
    for (const person of [...news, ...people]) {
      if (shownIds.has(person.id)) continue;
      shownIds.add(person.id);
      added.push(person);
    }
    return added.sort((a, b) => isNewUpgrade(b) - isNewUpgrade(a) || Date.parse(getNewsTime(b)) - Date.parse(getNewsTime(a)));
  });
}
