import { type ScanSource, scanSources } from '#schema/cards/card.ts';
import { codeAlphabet } from '#schema/cards/card-id.ts';
import type { Place } from '#schema/finding/geo.ts';
import { communityKeysPerPlacement, secondsPerDay, tokensForFirstPlacement, tokensForLaterPlacement } from '#schema/rules.ts';
import { keyKinds, scanKinds, tokenKinds } from '#schema/tokens/ledger-kinds.ts';
import { premiumTokenBalance } from '#scripts/seed/demo-accounts.ts';
import { caseCards, caseFinds, casePlacements } from '#scripts/seed/demo-cases.ts';
import { type CastCard, castCards, castPlacements } from '#scripts/seed/demo-cast.ts';
import { mapCards, mapPlacements } from '#scripts/seed/demo-map.ts';
import type { People, Person } from '#scripts/seed/demo-people.ts';
import type { Row } from '#scripts/seed/rows.ts';
import { type PlaceOnMap, placeOnMap } from '#worker/domain/finding/place-on-map.ts';
import { decideScan } from '#worker/domain/scans/scan.ts';
import { utcDay } from '#worker/domain/time.ts';

export interface History {
  cards: Row[];
  anchors: Row[];
  scans: Row[];
  reports: Row[];
  memberDays: Row[];
  tokenTransactions: Row[];
  keyEvents: Row[];
}

interface CardState {
  id: number;
  cast: CastCard;
  owner: Person;
  status: 'ordered' | 'active';
  placedAt: number | null;
  placementAt: number | null;
  confirmedAt: number | null;
  totalScans: number;
  tokensEarned: number;
}

interface DemoFind {
  at: number;
  card: CardState;
  finder?: Person;
  addressHash?: string | null;
  isTyped?: boolean;
}

const placements = { ...castPlacements, ...casePlacements, ...mapPlacements };

const hiddenPlace: PlaceOnMap = { visibility: null, anchor: null, shown: null };

const scanSourcesInTurn: ScanSource[] = ['camera', 'camera', 'link', 'camera', 'photo'];

/**
 * Creates placements and scans, in chronological order for each member. `now` is in Unix seconds. New card ids start after `lastCardRowId`.
 */
export function demoHistory(now: number, lastCardRowId: number, people: People): History {
  const person = (name: string): Person => {
    const knownPerson = people.byName.get(name);
    if (!knownPerson) throw new Error(`Unknown person ${name} in the demo data`);
    return knownPerson;
  };
  const states = [...castCards, ...caseCards, ...mapCards].map(
    (cast, index): CardState => ({
      id: lastCardRowId + 1 + index,
      cast,
      owner: person(cast.owner),
      status: 'ordered',
      placedAt: null,
      placementAt: null,
      confirmedAt: null,
      totalScans: 0,
      tokensEarned: 0,
    }),
  );
  const history: History = { cards: [], anchors: [], scans: [], reports: [], memberDays: [], tokenTransactions: [], keyEvents: [] };
  for (const demoFind of listDemoFinds(now, states, person)) {
    if (demoFind.finder) find(history, demoFind, demoFind.finder, states);
    else place(demoFind.card, demoFind.at);
  }
  addOpeningBalance(history, person('pru').id, now - 439 * secondsPerDay);
  history.memberDays = memberDays(history.scans);
  const anchors = new Map<Person, Place[]>();
  history.cards = states.map((state) => cardRow(state, now, anchors));
  history.anchors = [...anchors].flatMap(([owner, places]) =>
    [...new Set(places)].map(({ latitude, longitude }) => ({ user_id: owner.id, latitude, longitude })),
  );
  const reporters = [person('felix'), person('lena')];
  history.reports = states
    .filter((state) => state.cast.missing)
    .flatMap((state) =>
      reporters.map((reporter, index) => ({
        card_id: state.id,
        user_id: reporter.id,
        created_at: now - (5 - index) * secondsPerDay,
        is_counted: 1,
      })),
    );
  return history;
}

function listDemoFinds(now: number, states: CardState[], person: (name: string) => Person): DemoFind[] {
  const list: DemoFind[] = [];
  for (const [index, card] of states.entries()) {
    const placement = placements[card.cast.cardId];
    if (placement) list.push({ at: now - placement.daysAgo * secondsPerDay, card });
    const finders = card.cast.finders.split(' ').filter(Boolean);
    for (const [finderIndex, name] of finders.entries()) {
      const daysAgo = (card.cast.firstFind ?? 1) * (1 - finderIndex / finders.length);
      const minutes = ((index * 131 + finderIndex * 47) % 600) * 60;
      list.push({ at: Math.floor(now - daysAgo * secondsPerDay + minutes), card, finder: person(name) });
    }
  }
  for (const { cardId, by, ...findFacts } of caseFinds(now)) {
    const card = states.find(({ cast }) => cast.cardId === cardId);
    if (card) list.push({ ...findFacts, card, finder: person(by) });
  }
  return list.filter((demoFind) => demoFind.at < now).sort((a, b) => a.at - b.at);
}

function place(card: CardState, at: number): void {
  card.status = 'active';
  card.placedAt ??= at;
  card.placementAt = at;
}

function find(history: History, demoFind: DemoFind, finder: Person, states: CardState[]): void {
  const { at, card, addressHash = null, isTyped = false } = demoFind;
  const decision = decideScan(
    {
      status: card.status,
      ownerId: card.owner.id,
      isOwnerSuspended: false,
      isOwnerHidden: false,
      ownerReferredById: card.owner.referredById,
      isTest: false,
      placementPaidBefore: false,
      placementOpen: card.placementAt !== null && card.confirmedAt === null,
      openReports: 0,
      alreadyCollected: false,
      keyUsedFor: null,
      keyTokensEarned: 0,
    },
    { id: finder.id, referredById: finder.referredById, isVerified: true, rewardedToday: 0, codelessToday: 0 },
    { codeWasRight: !isTyped, testCardsPay: false, now: at },
  );
  if (!decision.ok || decision.value.kind !== 'reward') throw new Error(`${finder.username} cannot have found ${card.cast.cardId}`);
  const plan = decision.value;
  const isFirstPlacement = !states.some((other) => other.owner === card.owner && other.confirmedAt !== null);
  const placementTokens =
    plan.placement !== 'confirmed_and_paid' ? 0 : isFirstPlacement ? tokensForFirstPlacement : tokensForLaterPlacement;

  history.scans.push({
    card_id: card.id,
    user_id: finder.id,
    scan_date: at,
    kind: scanKinds.rewarded.code,
    tokens_earned: plan.tokens,
    source: scanSources.indexOf(isTyped ? 'typed' : (scanSourcesInTurn[history.scans.length % scanSourcesInTurn.length] ?? 'camera')),
    code_was_right: isTyped ? 0 : 1,
    address_hash: addressHash,
  });
  const ledger = (kind: 'scan' | 'owner_scan' | 'placement', userId: number, amount: number, description: string | null = null) =>
    history.tokenTransactions.push({
      user_id: userId,
      amount,
      kind: tokenKinds[kind].code,
      subject_id: card.id,
      other_id: kind === 'owner_scan' ? finder.id : 0,
      turn: 0,
      description,
      created_at: at,
    });
  ledger('scan', finder.id, plan.tokens);
  ledger('owner_scan', card.owner.id, plan.ownerTokens);
  if (placementTokens > 0) {
    ledger('placement', card.owner.id, placementTokens, `Placement of Cache Card ${card.cast.cardId} was confirmed by a find`);
    history.keyEvents.push({
      user_id: card.owner.id,
      kind: keyKinds.placement.code,
      amount: communityKeysPerPlacement,
      subject_id: card.id,
      created_at: at,
    });
    card.confirmedAt = at;
  }
  card.status = 'active';
  card.placedAt ??= at;
  card.totalScans += 1;
  card.tokensEarned += plan.tokens + plan.ownerTokens + placementTokens;
}

function addOpeningBalance(history: History, userId: number, at: number): void {
  const tokenSum = history.tokenTransactions.reduce((sum, row) => sum + (row.user_id === userId ? Number(row.amount) : 0), 0);
  history.tokenTransactions.unshift({
    user_id: userId,
    amount: premiumTokenBalance - tokenSum,
    kind: tokenKinds.adjustment.code,
    subject_id: 0,
    other_id: 0,
    turn: 0,
    description: 'Balance carried over from the founding season of 2023',
    created_at: at,
  });
}

function memberDays(scans: Row[]): Row[] {
  const days = new Map<string, Row & { rewarded_scans: number; codeless_scans: number }>();
  for (const { user_id, scan_date, code_was_right } of scans) {
    const day = utcDay(Number(scan_date));
    const row = days.get(`${user_id} ${day}`) ?? { user_id: user_id ?? 0, day, rewarded_scans: 0, codeless_scans: 0 };
    row.rewarded_scans += 1;
    row.codeless_scans += code_was_right === 1 ? 0 : 1;
    days.set(`${user_id} ${day}`, row);
  }
  return [...days.values()];
}

function cardRow(card: CardState, now: number, anchors: Map<Person, Place[]>): Row {
  const { cast } = card;
  const createdAt = now - cast.createdDaysAgo * secondsPerDay;
  const placement = placements[cast.cardId];
  const [latitude = null, longitude = null] = placement?.at ?? [];
  const onMap =
    placement?.visibility && latitude !== null && longitude !== null
      ? placeOnMap({ place: { latitude, longitude }, visibility: placement.visibility }, hiddenPlace, anchors.get(card.owner) ?? [])
      : hiddenPlace;
  if (onMap.anchor) anchors.set(card.owner, [...(anchors.get(card.owner) ?? []), onMap.anchor]);
  return {
    id: card.id,
    card_id: cast.cardId,
    code: demoCardCode(cast.cardId),
    user_id: card.owner.id,
    status: cast.missing ? 'missing' : card.status,
    location: placement?.location ?? null,
    description: placement?.description ?? null,
    latitude,
    longitude,
    visibility: onMap.visibility,
    anchor_latitude: onMap.anchor?.latitude ?? null,
    anchor_longitude: onMap.anchor?.longitude ?? null,
    shown_latitude_e6: onMap.shown && Math.round(onMap.shown.latitude * 1e6),
    shown_longitude_e6: onMap.shown && Math.round(onMap.shown.longitude * 1e6),
    placed_date: card.placedAt,
    placement_at: card.placementAt,
    placement_confirmed_at: card.confirmedAt,
    total_scans: card.totalScans,
    tokens_earned: card.tokensEarned,
    available_at: createdAt,
    created_at: createdAt,
  };
}

/** Returns a deterministic code so that printed demo cards work on every machine. Real codes are random. */
export function demoCardCode(cardId: string): string {
  let state = Number(cardId.slice(3)) + 0x9e3779b9;
  return Array.from({ length: 8 }, () => {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x297a2d39;
    return codeAlphabet[(state >>> 20) % codeAlphabet.length];
  }).join('');
}
