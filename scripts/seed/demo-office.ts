/** What came to the office in the demo data: messages, and certificates of the cast, one of them cancelled. */
import type { D1Database, D1PreparedStatement } from '@cloudflare/workers-types';
import { routes } from '#schema/routes.ts';
import { certificateActivationDays, certificateOptions, certificateValidDays, secondsPerDay, secondsPerHour } from '#schema/rules.ts';
import { demoAdmin } from '#scripts/seed/demo-accounts.ts';
import type { People } from '#scripts/seed/demo-people.ts';
import { insertRows, type Row } from '#scripts/seed/rows.ts';

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
    name: 'Felix Moreau',
    email: 'felix@demo.test',
    message: 'Thank you for the quick answer about my claim. Great hunt!',
    by: 'felix',
    hoursAgo: 60,
    handledAfterHours: 12,
  },
];

const certificates = [
  { number: 'VC-DEMA-0001', by: 'jonas', type: 'regional-long', daysAgo: 40, activatedAfterDays: 6, reference: 'STAY-20417' },
  { number: 'VC-DEMA-0002', by: 'grace', type: 'regional-short', daysAgo: 4 },
  {
    number: 'VC-DEMA-0003',
    by: 'felix',
    type: 'global',
    daysAgo: 12,
    cancelledAfterHours: 3,
    reason: 'Redeemed by mistake, as Felix wrote to us',
  },
] as const;

/** Statements for after the admin and the members. */
export function demoOffice(db: D1Database, now: number, people: People): D1PreparedStatement[] {
  const idOf = (name: string | undefined) => (name && people.byName.get(name)?.id) || null;
  return [
    ...insertRows(
      db,
      'contact_messages',
      [...messages].reverse().map(({ name, email, message, by, hoursAgo, handledAfterHours }) => {
        const createdAt = now - hoursAgo * secondsPerHour;
        return {
          name,
          email,
          message,
          user_id: idOf(by),
          created_at: createdAt,
          handled_at: handledAfterHours === undefined ? null : createdAt + handledAfterHours * secondsPerHour,
        };
      }),
    ),
    ...insertRows(
      db,
      'token_transactions',
      certificates.flatMap((certificate) => ledgerOf(certificate, idOf(certificate.by), now)),
    ),
    ...insertRows(
      db,
      'vacation_certificates',
      certificates.map((certificate) => rowOf(certificate, idOf(certificate.by), now)),
    ),
    ...certificates.filter((certificate) => 'reason' in certificate).map((certificate) => auditOf(db, certificate, now)),
    ...ofTheAdmin(db),
  ];
}

type DemoCertificate = (typeof certificates)[number];
const tokensOf = ({ type }: DemoCertificate) => certificateOptions.find((option) => option.type === type)?.tokenCost ?? 0;
const createdOf = ({ daysAgo }: DemoCertificate, now: number) => now - daysAgo * secondsPerDay;
const cancelledOf = (certificate: DemoCertificate, now: number) =>
  'cancelledAfterHours' in certificate ? createdOf(certificate, now) + certificate.cancelledAfterHours * secondsPerHour : null;

/** A prize, and what it was spent on: so nobody's balance is another than without. */
function ledgerOf(certificate: DemoCertificate, userId: number | null, now: number): Row[] {
  const [tokens, createdAt, cancelledAt] = [tokensOf(certificate), createdOf(certificate, now), cancelledOf(certificate, now)];
  const { number } = certificate;
  const entry = (amount: number, type: string, description: string, at: number) => ({
    user_id: userId,
    amount,
    type,
    related_entity_type: type === 'adjustment' ? null : 'vacation_certificate',
    related_entity_id: type === 'adjustment' ? null : number,
    description,
    cause: `${type}:${number}`,
    created_at: at,
  });
  return [
    entry(tokens, 'adjustment', 'Prize of the autumn hunt', createdAt - secondsPerHour),
    entry(-tokens, 'redemption', `Redeemed for certificate ${number}`, createdAt),
    ...(cancelledAt === null ? [] : [entry(tokens, 'refund', `Certificate ${number} was cancelled`, cancelledAt)]),
  ];
}

function rowOf(certificate: DemoCertificate, userId: number | null, now: number): Row {
  const { number, type } = certificate;
  const createdAt = createdOf(certificate, now);
  const isActivated = 'activatedAfterDays' in certificate;
  const cancelledAt = cancelledOf(certificate, now);
  return {
    number,
    user_id: userId,
    type,
    tokens_redeemed: tokensOf(certificate),
    activation_link: `http://localhost:8787${routes.activateCertificate.path.replace(':number', number)}`,
    pdf_url: `http://localhost:8787/api/vacation-certificates/${number}/certificate.pdf`,
    status: cancelledAt !== null ? 'cancelled' : isActivated ? 'activated' : 'active',
    booking_status: isActivated ? 'booked' : 'none',
    travel_plug_id: isActivated ? certificate.reference : null,
    holder_name: certificate.by.charAt(0).toUpperCase() + certificate.by.slice(1),
    created_at: createdAt,
    activate_by: createdAt + certificateActivationDays * secondsPerDay,
    valid_until: createdAt + certificateValidDays * secondsPerDay,
    activated_at: isActivated ? createdAt + certificate.activatedAfterDays * secondsPerDay : null,
    cancelled_at: cancelledAt,
    cancel_reason: 'reason' in certificate ? certificate.reason : null,
    version: cancelledAt === null ? 1 : 2,
  };
}

function auditOf(db: D1Database, certificate: Extract<DemoCertificate, { reason: string }>, now: number): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO audit_log (admin_id, action, entity_type, entity_id, user_id, before, after, reason, address, request_id, created_at)
       SELECT a.id, 'certificate.cancel', 'certificate', c.number, c.user_id, '{"status":"active"}',
         json_object('status', c.status, 'tokensGivenBack', c.tokens_redeemed), c.cancel_reason, '127.0.0.1', 'demo', ?3
       FROM admins a, vacation_certificates c WHERE a.email_key = ?1 AND c.number = ?2`,
    )
    .bind(demoAdmin.email, certificate.number, cancelledOf(certificate, now));
}

/** Who handled the message and cancelled the certificate. */
function ofTheAdmin(db: D1Database): D1PreparedStatement[] {
  const admin = '(SELECT id FROM admins WHERE email_key = ?1)';
  return [
    `UPDATE contact_messages SET handled_by_id = ${admin} WHERE handled_at IS NOT NULL AND handled_by_id IS NULL`,
    `UPDATE vacation_certificates SET cancelled_by_id = ${admin} WHERE number LIKE 'VC-DEMA-%' AND status = 'cancelled'`,
  ].map((sql) => db.prepare(sql).bind(demoAdmin.email));
}
