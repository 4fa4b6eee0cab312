/** For each attack, determines which single changes would make it lose money at half the catch rates. */
import { membershipPriceCents } from '#schema/rules.ts';
import { markdownTable } from '#scripts/lab/bench/report.ts';
import { minutesFor } from './costs.ts';
import { dollars, measureAt, type Prices, profitCents, profitOf, type Result } from './profits.ts';
import { halfRates } from './reviews.ts';

/** Number of draws; lower than for the profit estimates because the search tries several rates. */
const draws = 200;

export function remedyTable(results: Result[], prices: readonly Prices[], seed: number): string {
  const rows = results.map((result) => [
    result.played.attack.name,
    prices.map((price) => findTravelerPrice(result, price)).join('/'),
    prices.map((price) => findRecognitionRate(result, price, seed)).join('/'),
    prices.map((price) => computePresenceProfit(result, price)).join('/'),
    prices.map((price) => findMembershipPrice(result, price)).join('/'),
  ]);
  const values = prices.map(({ certificateCents }) => dollars(certificateCents)).join('/');
  const head = [
    'price of a further person',
    'share of certificates recognized',
    'profit if finds prove presence',
    'price of a Basic membership',
  ];
  return markdownTable([`attack, at ${values} a stay`, ...head], rows);
}

/**
 * Returns the fraction of a stay's value that each additional traveler must cost to make the attack unprofitable. Does not model an
 * attacker who stops once the free travelers have traveled.
 */
function findTravelerPrice(result: Result, price: Prices): string {
  const [free, whole] = [0, 1].map((share) => profitCents(result, 'half', price, share)) as [number, number];
  if (free < 0) return '–';
  return whole >= 0 ? 'never' : percent(free / (free - whole));
}

/**
 * Returns the share of a farm's certificates that reviewers must recognize, regardless of signals, to make the attack unprofitable if
 * travelers cost the attacker nothing.
 */
function findRecognitionRate({ played, outcome }: Result, price: Prices, seed: number): string {
  const isProfit = (rate: number) => {
    const rates = halfRates.map((half) => Math.max(half, rate)) as [number, number, number, number];
    return profitOf(played, measureAt(played, rates, seed, draws), price, 0) >= 0;
  };
  if (profitOf(played, outcome('half'), price, 0) < 0) return '–';
  if (isProfit(1)) return 'never';
  let low: number = halfRates[0];
  let high = 1;
  while (high - low > 0.01) {
    const middle = (low + high) / 2;
    if (isProfit(middle)) low = middle;
    else high = middle;
  }
  return percent(high);
}

/**
 * Returns the profit if travelers cost the attacker nothing and every account must visit each honest member's card. The attacker's own
 * cards need no visits, because they can all be in one room.
 */
function computePresenceProfit(result: Result, price: Prices): string {
  const { attack, accounts, bill, world } = result.played;
  if (profitCents(result, 'half', price) < 0) return '–';
  if (!attack.usesHonestCards) return 'never';
  const finds = [...accounts].reduce((sum, id) => sum + (world.finds.get(id)?.length ?? 0), 0);
  const minutes = Math.max(0, finds - bill.visits) * minutesFor.visiting;
  return dollars(profitCents(result, 'half', price) - (minutes / 60) * price.hourCents);
}

/** Returns the membership price at which an attack that needs several memberships loses money. */
function findMembershipPrice(result: Result, price: Prices): string {
  const { memberships } = result.played.bill;
  const profit = profitCents(result, 'half', price);
  if (profit < 0) return '–';
  return memberships < 2 ? 'never' : dollars(membershipPriceCents.basic + profit / memberships);
}

function percent(share: number): string {
  return `${Math.ceil(share * 100)}%`;
}
