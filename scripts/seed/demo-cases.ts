/**
 * Three demo certificates for review: one from a farm, one from a family on a trail, and an ambiguous one. The product's own rules produce
 * their review signals.
 */
import type { D1Database } from '@cloudflare/workers-types';
import { secondsPerDay, secondsPerHour } from '#schema/rules.ts';
import type { CastCard, CastMember, CastPlacement } from '#scripts/seed/demo-cast.ts';
import { siteListFiles } from '#scripts/site/site-lists.ts';
import { reviewSignals } from '#worker/domain/reviews/signals.ts';
import { reviewStore } from '#worker/store/reviews/reviews.ts';

/** Readable stand-ins for the keyed hashes of network addresses that the product stores. */
const [kitchen, hotspot] = ['demo-network-kitchen', 'demo-network-hotspot'];

/** Members of the farm, who share one mailbox and one connection. The first buys the cards, and the others find them. */
const farmers: CastMember[] = ['rex', 'rex1', 'rex2', 'rex3', 'rex4'].map((username, index) => ({
  username,
  name: 'Rex Stroud',
  email: index === 0 ? 'rex@demo.test' : `rex+${index}@demo.test`,
  role: index === 0 ? 'basic' : 'free',
  home: 'Reno, United States',
  joined: 36,
  registeredFrom: kitchen,
  isUnverified: index > 1,
}));

const walkers: CastMember[] = [
  { username: 'ola', name: 'Ola Janssen', role: 'free', home: 'Olomouc, Czechia', joined: 140 },
  { username: 'piet', name: 'Piet Janssen', role: 'free', home: 'Olomouc, Czechia', joined: 96 },
  { username: 'nia', name: 'Nia Fontaine', role: 'free', home: 'Lille, France', joined: 75 },
];

export const caseCast: CastMember[] = [...farmers, ...walkers];

const farmCards = Array.from({ length: 60 }, (_, index) => `TC-71${String(20_000 + 317 * index)}`);
const trailCards = Array.from({ length: 24 }, (_, index) => `TC-64${String(10_000 + 523 * index)}`);

export const caseCards: CastCard[] = [
  ...farmCards.map((cardId) => ({ cardId, owner: 'rex', createdDaysAgo: 35, finders: '' })),
  ...trailCards.map((cardId) => ({ cardId, owner: 'hana', createdDaysAgo: 110, finders: '' })),
];

export const casePlacements: Partial<Record<string, CastPlacement>> = Object.fromEntries([
  // The farm claims locations around the world for its cards, although its members never leave home.
  ...farmCards.map((cardId, index): [string, CastPlacement] => [
    cardId,
    {
      daysAgo: 34,
      at: [Math.round((50 * Math.sin(index / 4) + 5) * 10_000) / 10_000, Math.round((-150 + 5 * index) * 10_000) / 10_000],
      location: `Spot ${index + 1}`,
      description: 'By the road.',
    },
  ]),
  ...trailCards.map((cardId, index): [string, CastPlacement] => [
    cardId,
    {
      daysAgo: 105,
      at: [
        Math.round((49.2 + 0.0021 * index + 0.0012 * Math.sin(index)) * 10_000) / 10_000,
        Math.round((16.61 + 0.0019 * index + 0.0031 * Math.cos(index / 2)) * 10_000) / 10_000,
      ],
      visibility: 'exact',
      location: `Svratka valley trail, post ${index + 1}`,
      description: 'At the foot of the trail’s signpost, on the side of the river.',
    },
  ]),
]);

export interface CaseFind {
  cardId: string;
  by: string;
  at: number;
  addressHash: string | null;
  isTyped: boolean;
}

/** @param now Unix seconds */
export function caseFinds(now: number): CaseFind[] {
  const morning = now - (now % secondsPerDay) + 9 * secondsPerHour;
  const walk = (by: string, cardIds: readonly string[], from: number, secondsApart: number, addressHash: string | null, isTyped = false) =>
    cardIds.map((cardId, index): CaseFind => ({ cardId, by, at: from + secondsApart * index, addressHash, isTyped }));
  const walkOnTwoDays = (by: string, turn: number) => [
    ...walk(by, farmCards.slice(0, 30), morning - 21 * secondsPerDay + 240 * turn, 2, kitchen),
    ...walk(by, farmCards.slice(30), morning - 20 * secondsPerDay + 240 * turn, 2, kitchen),
  ];
  const saturday = morning - 30 * secondsPerDay;
  return [
    ...['rex1', 'rex2', 'rex3', 'rex4'].flatMap(walkOnTwoDays),
    ...walk('ola', trailCards, saturday, 540, hotspot),
    ...walk('piet', trailCards, saturday + 25, 540, hotspot),
    ...walk('nia', trailCards.slice(0, 4), morning - 14 * secondsPerDay, 660, null),
    ...walk('nia', trailCards.slice(4, 13), morning - 12 * secondsPerDay, 95, null, true),
    ...walk('nia', trailCards.slice(13, 22), morning - 11 * secondsPerDay, 80, null, true),
  ];
}

export async function storeDemoSignals(db: D1Database, now: number): Promise<void> {
  const { results } = await db
    .prepare(`SELECT id FROM vacation_certificates WHERE number LIKE 'VC-DEMA-%' AND review = 'waiting'`)
    .all<{ id: number }>();
  const store = reviewStore(db as unknown as Parameters<typeof reviewStore>[0], { ASSETS: siteListFiles });
  for (const { id } of results) {
    const facts = await store.factsOfCertificate(id);
    if (!facts) throw new Error(`Certificate ${id} of the demo data has no case`);
    const codes = reviewSignals(facts, now).map(({ code }) => code);
    await db.prepare('UPDATE vacation_certificates SET review_signals = ?2 WHERE id = ?1').bind(id, JSON.stringify(codes)).run();
  }
}
