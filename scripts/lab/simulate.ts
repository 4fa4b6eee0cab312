/**
 * `npm run simulate`: simulates farms and honest members under the product's own rules. `--seed` seeds the random numbers, `--certificate`
 * sets a certificate's value in dollars, `--hour` the cost of an attacker's hour. docs/decisions/reviews-not-gates.md lists the
 * assumptions.
 */
import { parseArgs } from 'node:util';
import { verdict } from '#scripts/lab/bench/report.ts';
import { attacks, playAttack, start } from '#scripts/lab/simulate/attacks.ts';
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
import { attackTable, type ByMethod, isLost, loseSignals, measureResult, profitCents, type Result } from '#scripts/lab/simulate/profits.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    certificate: { type: 'string', default: '60' },
    hour: { type: 'string', default: '15' },
    members: { type: 'string', default: '1000' },
  },
});
const seed = parseNumber('seed', values.seed);
const prices = {
  certificateCents: parseNumber('certificate', values.certificate) * 100,
  hourCents: parseNumber('hour', values.hour) * 100,
};

const maxHours = 6;
const maxShareOfRepeatsReviewed = 0.1;

const byMethod = attacks.map(
  (attack) =>
    Object.fromEntries(
      methods.map((method): [Method, Result] => [method, measureResult(playAttack(attack, seed, method), seed)]),
    ) as ByMethod,
);
const results = byMethod.map(({ camera }) => camera);
const ordinary = playYear(parseNumber('members', values.members), start, seed);
const groups = honestGroups.map((group) => playGroup(group, start, seed));

console.log(`Seed ${seed}. A certificate is worth $${values.certificate}, an hour $${values.hour}.\n`);
console.log(`${attackTable(byMethod, prices)}\n`);
console.log(
  'Profit: with the camera, if others lend the attacker their names for nothing. At ¼ and ½: five people do, and each further one gets that share of the certificate. Offline and mixed: all finds, or every other one, are stated to be made earlier.\n',
);
console.log(`How each works:\n\n${attacks.map(({ name, description }) => `- ${name}: ${description}.`).join('\n')}\n`);
console.log(`${noticeTable([ordinary, ...groups])}\n`);
const reviewLoad = `${Math.round(reviewsPerThousand(ordinary))} reviews a year per 1,000 active members, ${reviewerHours(ordinary).toFixed(1)} hours`;
console.log(`${reviewLoad}; ${share(ordinary.repeatsReviewed, ordinary.repeats)} of repeat redeemers are reviewed.\n`);
console.log(`Signals on ordinary members’ certificates:\n\n${falseAlarms([ordinary])}\n`);
console.log(verdict([...missedByAttacks(), ...missedByMethods(), ...missedFor([ordinary, ...groups])]));

function missedByAttacks(): string[] {
  return results
    .filter((result) => !result.played.attack.isProfitable && !isLost(result, prices))
    .map(({ played }) => `${played.attack.name}: makes money`);
}

function missedByMethods(): string[] {
  return byMethod.flatMap((one) => {
    const { name } = one.camera.played.attack;
    const better = methods.filter((method) =>
      (['stated', 'half'] as const).some((looks) => profitCents(one[method], looks, prices) > profitCents(one.camera, looks, prices)),
    );
    return [
      ...better.map((method) => `${name}: earns more with ${method} finds`),
      ...(loseSignals(one) ? [`${name}: a claim removes a signal`] : []),
    ];
  });
}

function missedFor(notices: Notice[]): string[] {
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
