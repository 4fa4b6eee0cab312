/**
 * `npm run simulate`: farms and honest members, played through the product's own rules. Prints what each attack costs and
 * brings, and what honest members notice. `--seed` which world, `--certificate` what one counts in dollars, `--hour` what an
 * hour of the attacker's costs. docs/decisions/reviews-not-gates.md says what it assumes.
 */
import { parseArgs } from 'node:util';
import { verdict } from '#scripts/lab/bench/report.ts';
import { attacks, playAttack, start } from '#scripts/lab/simulate/attacks.ts';
import { honestGroups } from '#scripts/lab/simulate/honest/groups.ts';
import {
  falseAlarms,
  looksPerThousand,
  type Notice,
  noticeTable,
  playGroup,
  playYear,
  reviewerHours,
  share,
} from '#scripts/lab/simulate/honest/notice.ts';
import { attackTable, isLost, pricesTable, resultOf, whatWouldReach } from '#scripts/lab/simulate/profits.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    certificate: { type: 'string', default: '60' },
    hour: { type: 'string', default: '15' },
    members: { type: 'string', default: '1000' },
  },
});
const seed = numberOf('seed', values.seed);
const prices = { certificateCents: numberOf('certificate', values.certificate) * 100, hourCents: numberOf('hour', values.hour) * 100 };

/** Wanted: reviews may cost no more than that. */
const hoursAtMost = 6;
const repeatsLookedAtMost = 0.1;

const results = attacks.map((attack) => resultOf(playAttack(attack, seed), seed));
const ordinary = playYear(numberOf('members', values.members), start, seed);
const groups = honestGroups.map((group) => playGroup(group, start, seed));

console.log(`Seed ${seed}. A certificate counts $${values.certificate}, an hour $${values.hour}.\n`);
console.log(`${attackTable(results, prices)}\n`);
console.log(`${pricesTable(results, [3_000, 15_000], prices.hourCents)}\n`);
const manners = attacks.map(({ name, how }) => `${name}: ${how}.`);
console.log(`${list('How each goes about it', manners)}\n`);
console.log(`${list('What reviews alone do not reach, and what would', whatWouldReach(results, prices))}\n`);
console.log(`${noticeTable([ordinary, ...groups])}\n`);
const looks = `${Math.round(looksPerThousand(ordinary))} looks a year for 1,000 active members, ${reviewerHours(ordinary).toFixed(1)} hours`;
console.log(`${looks}; ${share(ordinary.repeatsLookedAt, ordinary.repeats)} of repeat redeemers are looked at.\n`);
console.log(`Signals that ordinary members carry, of all their certificates:\n\n${falseAlarms([ordinary])}\n`);
console.log(verdict([...missedByAttacks(), ...missedFor([ordinary, ...groups])]));

function missedByAttacks(): string[] {
  return results.filter((result) => !isLost(result, prices)).map(({ played }) => `${played.attack.name}: makes money`);
}

function missedFor(notices: Notice[]): string[] {
  const expected = new Set(honestGroups.filter(({ looksLikeAFarm }) => looksLikeAFarm).map(({ name }) => name));
  return [
    ...notices.filter(({ turnedAway }) => turnedAway > 0).map(({ name, turnedAway }) => `${name}: ${turnedAway} times turned away`),
    ...notices
      .filter(({ name, year, withSignals }) => !year && !expected.has(name) && withSignals > 0)
      .map(({ name, withSignals }) => `${name}: ${withSignals} certificates with a signal`),
    ...(reviewerHours(ordinary) > hoursAtMost ? ['reviewers need more hours than wanted'] : []),
    ...(ordinary.repeatsLookedAt > repeatsLookedAtMost * ordinary.repeats ? ['more repeat redeemers are looked at than wanted'] : []),
  ];
}

function list(title: string, sentences: string[]): string {
  return sentences.length === 0
    ? `${title}: nothing is missed.`
    : `${title}:\n\n${sentences.map((sentence) => `- ${sentence}`).join('\n')}`;
}

function numberOf(name: string, text: string): number {
  const number = Number(text);
  if (!Number.isFinite(number) || number < 0) throw new Error(`--${name} must be a number, not "${text}"`);
  return number;
}
