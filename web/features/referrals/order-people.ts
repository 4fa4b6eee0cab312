import type { Referrals, ReferredPerson } from '#schema/referrals/referral.ts';
import { secondsPerDay } from '#schema/rules.ts';

/** Time during which an event is new, in milliseconds. */
const newsMs = 14 * secondsPerDay * 1_000;

/** Returns when something last happened: the first paid membership or, before it, the registration. */
export const getNewsTime = ({ upgradedAt, joinedAt }: ReferredPerson): string => upgradedAt ?? joinedAt;

export const isNews = (person: ReferredPerson, now: number): boolean => now - Date.parse(getNewsTime(person)) < newsMs;

/**
 * Returns the people of all loaded pages, each once. The first page starts with new upgrades, followed by the newest events. Later pages
 * follow it, so that loading one moves nothing that is already shown.
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
