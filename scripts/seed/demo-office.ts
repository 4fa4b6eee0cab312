import type { D1Database, D1PreparedStatement } from '@cloudflare/workers-types';
import { routes } from '#schema/routes.ts';
import { certificateActivationDays, certificateOptions, certificateValidMonths, secondsPerDay, secondsPerHour } from '#schema/rules.ts';
import { tokenKinds } from '#schema/tokens/ledger-kinds.ts';
import { demoAdmin } from '#scripts/seed/demo-accounts.ts';
import type { People } from '#scripts/seed/demo-people.ts';
import { insertRows, type Row } from '#scripts/seed/rows.ts';
import { readPort } from '#scripts/setup/local.mjs';
import { afterMonths } from '#worker/domain/time.ts';

const origin = `http://localhost:${readPort(process.env.PORT)}`;

const messages = [
  {
    name: 'Ines Valente',
    email: 'ines.valente@example.com',
    message:
      'Hello!\n\nI found one of your cards by the lighthouse, but rain got into the sleeve and the code cannot be scanned any more. What can still be read is TC-3916…\n\nShall I leave it where it is?',
    hoursAgo: 5,
  },
  {
    name: 'Camp Birchwater',
    email: 'office@birchwater.example.org',
    message: 'We run a summer camp with 40 children and would like to hide cards along our trails. Is there a price for 200 cards?',
    hoursAgo: 31,
  },
  {
    name: 'Basil Thorne',
    email: 'basic@demo.test',
    message: 'How long do printed cards take to a small island? I would like to hide some before the summer.',
    by: 'basil',
    hoursAgo: 60,
    handledAfterHours: 12,
    answer: 'Usually two weeks, plus a few days by boat.\n\nWe’ll email you when the printer has shipped them.',
  },
];

interface DemoCertificate {
  number: string;
  by: string;
  type: (typeof certificateOptions)[number]['type'];
  daysAgo: number;
  /** Prize tokens spent on the certificate in addition to tokens from finds; defaults to the full price. */
  prize?: number;
  /** Number of days until the certificate passed review; absent if it is still pending or was canceled before the decision. */
  passedAfterDays?: number;
  /** When the certificate was activated. `reference` is set only once the stay is booked. */
  activated?: { afterDays: number; reference?: string };
  cancellation?: { afterHours: number; reason: string };
  inquiry?: { afterDays: number; question: string };
}

/** Demo certificates, oldest first. Each demo member already has one so that their next redemption needs no review. */
const certificates: DemoCertificate[] = [
  ...[
    { by: 'pru', daysAgo: 428, reference: 'STAY-10233' },
    { by: 'basil', daysAgo: 415, reference: 'STAY-10418' },
    { by: 'wren', daysAgo: 390 },
  ].map(({ by, daysAgo, reference }, index) => ({
    number: `VC-DEMA-000${index + 4}`,
    by,
    type: 'regional-short' as const,
    daysAgo,
    passedAfterDays: 1,
    activated: { afterDays: 5, ...(reference && { reference }) },
  })),
  {
    number: 'VC-DEMA-0012',
    by: 'luca',
    type: 'regional-long',
    daysAgo: 70,
    passedAfterDays: 1,
    activated: { afterDays: 2 },
    cancellation: { afterHours: 45 * 24, reason: 'Two offers did not suit Luca, as he wrote to us' },
  },
  {
    number: 'VC-DEMA-0001',
    by: 'jonas',
    type: 'regional-long',
    daysAgo: 40,
    passedAfterDays: 2,
    activated: { afterDays: 6, reference: 'STAY-20417' },
  },
  { number: 'VC-DEMA-0009', by: 'tomas', type: 'regional-long', daysAgo: 34, passedAfterDays: 1, activated: { afterDays: 3 } },
  { number: 'VC-DEMA-0010', by: 'aiko', type: 'regional-short', daysAgo: 26, passedAfterDays: 1, activated: { afterDays: 4 } },
  { number: 'VC-DEMA-0011', by: 'omar', type: 'global', daysAgo: 21, passedAfterDays: 2, activated: { afterDays: 5 } },
  {
    number: 'VC-DEMA-0003',
    by: 'felix',
    type: 'global',
    daysAgo: 12,
    cancellation: { afterHours: 3, reason: 'Redeemed by mistake, as Felix wrote to us' },
  },
  { number: 'VC-DEMA-0002', by: 'rex1', type: 'regional-short', daysAgo: 4, prize: 0 },
  {
    number: 'VC-DEMA-0007',
    by: 'nia',
    type: 'regional-short',
    daysAgo: 3,
    prize: 38,
    inquiry: {
      afterDays: 1,
      question: 'Hello Nia,\n\n18 of your finds came without the code that’s printed on the card. How did you find them?',
    },
  },
  { number: 'VC-DEMA-0008', by: 'ola', type: 'regional-short', daysAgo: 1, prize: 36 },
];

export function demoLedger(now: number, people: People, earned: readonly Row[], lastCertificate: number): Row[] {
  const spendingRows = certificates.flatMap((certificate, index) =>
    createLedgerRows(certificate, lastCertificate + 1 + index, people.byName.get(certificate.by)?.id ?? null, now),
  );
  return [...earned, ...spendingRows].sort((one, other) => Number(one.created_at) - Number(other.created_at));
}

const savedReplies = {
  'Card is on its way':
    'Hi {first name},\n\nA new card is on its way to you. It should arrive within two weeks.\n\nHappy caching,\n{my name}',
  'Card is missing':
    'Hi {first name},\n\nThank you for telling us about {card}. We have asked its owner to check on it.\n\nHappy caching,\n{my name}',
  'How to redeem':
    'Hi {first name},\n\nYou have {tokens} tokens. Open Certificates in your dashboard to see which stays you can choose.\n\n{my name}',
};

export function demoOffice(db: D1Database, now: number, people: People, lastCertificate: number): D1PreparedStatement[] {
  const findPersonId = (name: string | undefined) => (name && people.byName.get(name)?.id) || null;
  return [
    ...insertRows(
      db,
      'contact_messages',
      [...messages].reverse().map(({ name, email, message, by, hoursAgo, handledAfterHours, answer }) => {
        const createdAt = now - hoursAgo * secondsPerHour;
        return {
          name,
          email,
          message,
          user_id: findPersonId(by),
          created_at: createdAt,
          handled_at: handledAfterHours === undefined ? null : createdAt + handledAfterHours * secondsPerHour,
          is_answered: answer === undefined ? 0 : 1,
          latest_at: createdAt + (handledAfterHours ?? 0) * secondsPerHour,
        };
      }),
    ),
    ...insertRows(
      db,
      'saved_replies',
      Object.entries(savedReplies).map(([title, text]) => ({ title, text, created_at: now })),
    ),
    ...insertRows(
      db,
      'vacation_certificates',
      certificates.map((certificate, index) => ({
        id: lastCertificate + 1 + index,
        ...createCertificateRow(certificate, findPersonId(certificate.by), now),
      })),
    ),
    ...certificates.flatMap((certificate) =>
      listDecisions(certificate, now).map((decision) => insertAuditEntry(db, certificate, decision)),
    ),
    ...handleAsAdministrator(db),
  ];
}

const getTokenCost = ({ type }: DemoCertificate) => certificateOptions.find((option) => option.type === type)?.tokenCost ?? 0;
const getCreatedAt = ({ daysAgo }: DemoCertificate, now: number) => now - daysAgo * secondsPerDay;
const daysAfter = (certificate: DemoCertificate, days: number | undefined, now: number) =>
  days === undefined ? null : getCreatedAt(certificate, now) + days * secondsPerDay;
const getCancelledAt = (certificate: DemoCertificate, now: number) =>
  certificate.cancellation ? getCreatedAt(certificate, now) + certificate.cancellation.afterHours * secondsPerHour : null;

function createLedgerRows(certificate: DemoCertificate, id: number, userId: number | null, now: number): Row[] {
  const [tokens, createdAt, cancelledAt] = [getTokenCost(certificate), getCreatedAt(certificate, now), getCancelledAt(certificate, now)];
  const { number, prize = tokens } = certificate;
  const entry = (amount: number, kind: 'adjustment' | 'redemption' | 'refund', description: string, at: number) => ({
    user_id: userId,
    amount,
    kind: tokenKinds[kind].code,
    subject_id: kind === 'adjustment' ? 0 : id,
    other_id: 0,
    turn: kind === 'adjustment' ? id : 0,
    description,
    created_at: at,
  });
  return [
    ...(prize === 0 ? [] : [entry(prize, 'adjustment', 'Prize of the autumn hunt', createdAt - secondsPerHour)]),
    entry(-tokens, 'redemption', `Redeemed for certificate ${number}`, createdAt),
    ...(cancelledAt === null ? [] : [entry(tokens, 'refund', `Certificate ${number} was canceled`, cancelledAt)]),
  ];
}

function createCertificateRow(certificate: DemoCertificate, userId: number | null, now: number): Row {
  const { number, type, by, activated, cancellation, inquiry } = certificate;
  const createdAt = getCreatedAt(certificate, now);
  const cancelledAt = getCancelledAt(certificate, now);
  const passedAt = daysAfter(certificate, certificate.passedAfterDays, now);
  return {
    number,
    user_id: userId,
    type,
    tokens_redeemed: getTokenCost(certificate),
    activation_link: `${origin}${routes.activateCertificate.path.replace(':number', number)}`,
    pdf_url: `${origin}/api/vacation-certificates/${number}/certificate.pdf`,
    status: cancellation ? 'cancelled' : activated ? 'activated' : 'active',
    travel_plug_id: activated?.reference ?? null,
    holder_name: by.charAt(0).toUpperCase() + by.slice(1),
    created_at: createdAt,
    activate_by: (passedAt ?? createdAt) + certificateActivationDays * secondsPerDay,
    valid_until: afterMonths(createdAt, certificateValidMonths),
    activated_at: daysAfter(certificate, activated?.afterDays, now),
    cancelled_at: cancelledAt,
    cancel_reason: cancellation?.reason ?? null,
    review: passedAt !== null ? 'passed' : cancellation ? 'none' : 'waiting',
    reviewed_at: passedAt,
    review_question: inquiry?.question ?? null,
    review_asked_at: daysAfter(certificate, inquiry?.afterDays, now),
    version: 1 + listDecisions(certificate, now).length,
  };
}

interface Decision {
  verb: 'pass' | 'ask' | 'cancel';
  at: number | null;
  before: object;
  after: object;
  reason?: string;
}

function listDecisions(certificate: DemoCertificate, now: number): Decision[] {
  const { passedAfterDays, inquiry, cancellation } = certificate;
  const decisions: Decision[] = [];
  const pendingReview = { review: 'waiting' };
  if (inquiry) {
    const [before, after] = [{ reviewQuestion: null }, { reviewQuestion: inquiry.question }];
    decisions.push({ verb: 'ask', at: daysAfter(certificate, inquiry.afterDays, now), before, after });
  }
  if (passedAfterDays !== undefined) {
    decisions.push({ verb: 'pass', at: daysAfter(certificate, passedAfterDays, now), before: pendingReview, after: { review: 'passed' } });
  }
  if (cancellation) {
    const after = { status: 'cancelled', tokensReturned: getTokenCost(certificate) };
    decisions.push({
      verb: 'cancel',
      at: getCancelledAt(certificate, now),
      before: { status: certificate.activated ? 'activated' : 'active' },
      after,
      reason: cancellation.reason,
    });
  }
  return decisions;
}

function insertAuditEntry(db: D1Database, { number }: DemoCertificate, decision: Decision): D1PreparedStatement {
  const { verb, at, before, after, reason } = decision;
  return db
    .prepare(
      `INSERT INTO audit_log (admin_id, action, entity_type, entity_id, user_id, before, after, reason, address, request_id, created_at)
       SELECT a.id, 'certificate.' || ?3, 'certificate', c.number, c.user_id, ?4, ?5, ?6, '127.0.0.1', 'demo', ?7
       FROM admins a, vacation_certificates c WHERE a.email_key = ?1 AND c.number = ?2`,
    )
    .bind(demoAdmin.email, number, verb, JSON.stringify(before), JSON.stringify(after), reason ?? null, at);
}

function handleAsAdministrator(db: D1Database): D1PreparedStatement[] {
  const admin = '(SELECT id FROM admins WHERE email_key = ?1)';
  return [
    `UPDATE contact_messages SET handled_by_id = ${admin} WHERE handled_at IS NOT NULL AND handled_by_id IS NULL`,
    `UPDATE vacation_certificates SET cancelled_by_id = ${admin} WHERE number LIKE 'VC-DEMA-%' AND status = 'cancelled'`,
    `UPDATE vacation_certificates SET reviewed_by_id = ${admin} WHERE number LIKE 'VC-DEMA-%' AND review = 'passed'`,
  ]
    .map((sql) => db.prepare(sql).bind(demoAdmin.email))
    .concat(messages.flatMap(({ email, answer }) => (answer ? [insertAnswer(db, email, answer)] : [])));
}

function insertAnswer(db: D1Database, email: string, answer: string): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO contact_replies (message_id, kind, text, admin_id, created_at)
       SELECT m.id, 'answer', ?3, a.id, m.handled_at FROM admins a, contact_messages m WHERE a.email_key = ?1 AND m.email = ?2 AND m.is_answered = 1`,
    )
    .bind(demoAdmin.email, email, answer);
}
