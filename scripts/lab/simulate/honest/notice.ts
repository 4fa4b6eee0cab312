import { secondsPerDay, syncSignal } from '#schema/rules.ts';
import { markdownTable } from '#scripts/lab/bench/report.ts';
import { createRandom } from '#scripts/lab/simulate/random.ts';
import { reviewSeconds, travelerRefused } from '#scripts/lab/simulate/redemptions.ts';
import { createWorld, type World, type WorldCertificate } from '#scripts/lab/simulate/world.ts';
import type { Seconds } from '#worker/domain/time.ts';
import type { HonestGroup } from './groups.ts';
import { playOrdinary } from './ordinary.ts';

/** Estimated probability that a reviewer asks an honest member a question, by number of signals. */
const askRates = [0.02, 0.3, 0.6, 0.8] as const;

const secondsPerReview = 75;

export interface Notice {
  name: string;
  members: number;
  refusedCount: number;
  /** Number of certificates whose traveler was refused. Every refusal is a false positive because each member names a different person. */
  travelersRefused: number;
  certificates: number;
  withSignals: number;
  /** Number of certificates with review signals whose tokens come mostly from finds made while offline. */
  mostlyOffline: number;
  queryCount: number;
  daysWaited: number;
  repeats: number;
  repeatsReviewed: number;
  signals: Map<string, number>;
  year?: { active: number; looks: number };
}

export function playGroup(group: HonestGroup, start: Seconds, seed: number): Notice {
  const world = createWorld(createRandom(seed));
  const people = new Set(group.play(world, start).map(({ id }) => id));
  world.agenda.play();
  return summarizeNotice(group.name, world, people, 0);
}

export function playYear(members: number, start: Seconds, seed: number): Notice {
  const world = createWorld(createRandom(seed));
  const { people, measuredFrom } = playOrdinary(world, members, start);
  world.agenda.play();
  const notice = summarizeNotice(
    `${members.toLocaleString('en')} ordinary members, their third year`,
    world,
    new Set(people.map(({ id }) => id)),
    measuredFrom,
  );
  const active = new Set([...world.finds.values()].flat().flatMap(({ at, userId }) => (at >= measuredFrom ? [userId] : []))).size;
  const looks = world.certificates.filter(({ redeemedAt, review }) => redeemedAt >= measuredFrom && review === 'waiting').length;
  return { ...notice, year: { active, looks } };
}

function summarizeNotice(name: string, world: World, people: ReadonlySet<number>, from: Seconds): Notice {
  const certificates = world.certificates.filter(({ memberId, redeemedAt }) => people.has(memberId) && redeemedAt >= from);
  const heldCertificates = certificates.filter(isReviewed);
  const refusals = world.refusals.filter(({ memberId, at }) => at >= from && people.has(memberId));
  const repeats = certificates.filter(({ isFirst }) => !isFirst);
  const signals = new Map<string, number>();
  for (const { code } of certificates.flatMap((certificate) => certificate.signals)) signals.set(code, (signals.get(code) ?? 0) + 1);
  return {
    name,
    members: people.size,
    refusedCount: refusals.length,
    travelersRefused: refusals.filter(({ reason }) => reason === travelerRefused).length,
    certificates: certificates.length,
    withSignals: certificates.filter((certificate) => certificate.signals.length > 0).length,
    mostlyOffline: certificates.filter((certificate) => certificate.signals.length > 0 && isMostlyOffline(certificate)).length,
    queryCount: heldCertificates.reduce((sum, certificate) => sum + (askRates[Math.min(certificate.signals.length, 3)] ?? 0), 0),
    daysWaited: certificates.length === 0 ? 0 : (heldCertificates.length * reviewSeconds) / secondsPerDay / certificates.length,
    repeats: repeats.length,
    repeatsReviewed: repeats.filter(isReviewed).length,
    signals,
  };
}

function isReviewed({ review }: WorldCertificate): boolean {
  return review === 'waiting';
}

function isMostlyOffline({ tokens, offlineTokens }: WorldCertificate): boolean {
  return offlineTokens > syncSignal.share * tokens;
}

export function noticeTable(notices: Notice[]): string {
  const head = [
    'honest members',
    'members',
    'turned away',
    'travelers refused',
    'certificates',
    'with a signal',
    'of these mostly offline',
    'asked',
    'days waited',
    'repeat redeemers reviewed',
  ];
  const rows = notices.map(
    ({
      name,
      members,
      refusedCount,
      travelersRefused,
      certificates,
      withSignals,
      mostlyOffline,
      queryCount,
      daysWaited,
      repeats,
      repeatsReviewed,
    }) => [
      ...[
        name,
        String(members),
        String(refusedCount),
        String(travelersRefused),
        String(certificates),
        String(withSignals),
        String(mostlyOffline),
      ],
      ...[queryCount.toFixed(1), daysWaited.toFixed(1), repeats === 0 ? '–' : `${repeatsReviewed} of ${repeats}`],
    ],
  );
  return markdownTable(head, rows);
}

export function reviewsPerThousand({ year }: Notice): number {
  return year && year.active > 0 ? (year.looks / year.active) * 1_000 : 0;
}

export function reviewerHours(notice: Notice): number {
  return (reviewsPerThousand(notice) * secondsPerReview) / 3_600;
}

export function falseAlarms(notices: Notice[]): string {
  const codes = [...new Set(notices.flatMap(({ signals }) => [...signals.keys()]))].sort();
  const rows = codes.map((code) => [code, ...notices.map(({ signals, certificates }) => share(signals.get(code) ?? 0, certificates))]);
  return markdownTable(['signal', ...notices.map(({ name }) => name)], rows);
}

export function share(part: number, total: number): string {
  return total === 0 ? '–' : `${((part / total) * 100).toFixed(1)} %`;
}
