/**
 * `npm run simulate`: simulates reward farms and honest members under the product's own rules. `--seed` seeds the random number generator.
 * `--certificate` lists stay values in dollars, `--share` lists the fractions of that value paid to each additional traveler, and `--hour`
 * sets the cost of an hour of the attacker's time. docs/decisions/reviews-not-gates.md lists the assumptions.
 */
import { parseArgs } from 'node:util';
import { verdict } from '#scripts/lab/bench/report.ts';
import { attacks, customers, playAttack, start } from '#scripts/lab/simulate/attacks.ts';
import { type Method, methods } from '#scripts/lab/simulate/farms/claims.ts';
import { honestGroups } from '#scripts/lab/simulate/honest/groups.ts';
import {
  falseAlarms,
  type Notice,
  noticeTable,
  playGroup,
  playYear,
  reviewerHours,
  reviewsPerThousand,
  share,
} from '#scripts/lab/simulate/honest/notice.ts';
import {
  attackTable,
  type ByMethod,
  customerTable,
  getMethodResult,
  hasLostSignals,
  isLost,
  measureResult,
  pricesOfLoss,
  profitCents,
  type Result,
} from '#scripts/lab/simulate/profits.ts';
import { remedyTable } from '#scripts/lab/simulate/remedies.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    certificate: { type: 'string', default: '30,60,150' },
    share: { type: 'string', default: '0,0.25,0.5' },
    hour: { type: 'string', default: '15' },
    members: { type: 'string', default: '1000' },
  },
});
const seed = parseNumber('seed', values.seed);
const hourCents = parseNumber('hour', values.hour) * 100;
const prices = parseNumbers('certificate', values.certificate).map((worth) => ({ certificateCents: worth * 100, hourCents }));
const shares = parseNumbers('share', values.share);

const maxHours = 6;
const maxShareOfRepeatsReviewed = 0.1;

const byMethod = attacks.map(
  (attack) =>
    Object.fromEntries(
      methods.map((method): [Method, Result] => [method, measureResult(playAttack(attack, seed, method), seed)]),
    ) as ByMethod,
);
const results = byMethod.map(getMethodResult);
const profitable = results.filter((result) => !isLost(result, prices));
const ordinary = playYear(parseNumber('members', values.members), start, seed);
const groups = honestGroups.map((group) => playGroup(group, start, seed));

console.log(
  `Seed ${seed}. An hour is worth $${values.hour}. Profits per value of a stay, if each traveler after the free ones costs these parts of it: ${shares.join(' / ')}.\n`,
);
console.log(`${attackTable(results, prices, shares)}\n`);
console.log(
  `${profitable.length} of ${results.length} attacks can make a profit. Each of these changes alone would end it at half the rates; the last three even with free travelers. "Never" means that the change is not enough. Where finds prove presence, what remains is pay for real visits.\n`,
);
console.log(`${remedyTable(profitable, prices, seed)}\n`);
const customerResults = customers.map((customer) => measureResult(playAttack(customer, seed), seed));
console.log(`${customerTable(customerResults, prices)}\n`);
console.log(`How each works:\n\n${attacks.map(({ name, description }) => `- ${name}: ${description}.`).join('\n')}\n`);
console.log(`${noticeTable([ordinary, ...groups])}\n`);
const reviewLoad = `${Math.round(reviewsPerThousand(ordinary))} reviews a year per 1,000 active members, ${reviewerHours(ordinary).toFixed(1)} hours`;
console.log(`${reviewLoad}; ${share(ordinary.repeatsReviewed, ordinary.repeats)} of repeat redeemers are reviewed.\n`);
console.log(`Signals on ordinary members’ certificates:\n\n${falseAlarms([ordinary])}\n`);
console.log(verdict([...findAttackFailures(), ...findMethodFailures(), ...findNoticeFailures([ordinary, ...groups])]));

function findAttackFailures(): string[] {
  return results
    .filter((result) => !isLost(result, pricesOfLoss(result.played.attack, prices)))
    .map(({ played }) => `${played.attack.name}: makes money`);
}

function findMethodFailures(): string[] {
  return byMethod.flatMap((one) => {
    const { name } = one.camera.played.attack;
    const better = methods.filter((method) =>
      prices.some((price) =>
        (['stated', 'half'] as const).some((looks) => profitCents(one[method], looks, price) > profitCents(one.camera, looks, price)),
      ),
    );
    return [
      ...better.map((method) => `${name}: earns more with ${method} finds`),
      ...(hasLostSignals(one) ? [`${name}: a claim removes a signal`] : []),
    ];
  });
}

function findNoticeFailures(notices: Notice[]): string[] {
  const expected = new Set(honestGroups.filter(({ hasFarmPattern }) => hasFarmPattern).map(({ name }) => name));
  return [
    ...notices.filter(({ refusedCount }) => refusedCount > 0).map(({ name, refusedCount }) => `${name}: refused ${refusedCount} times`),
    ...notices
      .filter(({ name, year, withSignals, mostlyOffline }) => !year && !expected.has(name) && withSignals > mostlyOffline)
      .map(({ name, withSignals, mostlyOffline }) => `${name}: ${withSignals - mostlyOffline} certificates with a signal`),
    ...(reviewerHours(ordinary) > maxHours ? ['reviews take more hours than allowed'] : []),
    ...(ordinary.repeatsReviewed > maxShareOfRepeatsReviewed * ordinary.repeats ? ['more repeat redeemers are reviewed than allowed'] : []),
  ];
}

function parseNumber(name: string, text: string): number {
  const number = Number(text);
  if (!Number.isFinite(number) || number < 0) throw new Error(`--${name} must be a number, not "${text}"`);
  return number;
}

function parseNumbers(name: string, text: string): number[] {
  return text.split(',').map((part) => parseNumber(name, part));
}
