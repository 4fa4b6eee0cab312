/** Payments per member and year, and tax forms. Product rules: Payout runs. */
import { Hono } from 'hono';
import type { MessageResponse } from '#schema/accounts/account.ts';
import { PayoutYearQuery, TaxFormRequest } from '#schema/payouts/admin-payout-runs.ts';
import { yearStart } from '#worker/domain/payouts/payout-run.ts';
import { ApiError } from '#worker/errors.ts';
import { type AdminEnv, requireAdminOrLink, requireMoneyMover, superAdminOnly } from '#worker/middleware/admin.ts';
import { json, query } from '#worker/middleware/json-body.ts';
import { type CsvColumn, exportCsv } from '#worker/routes/admin/csv.ts';
import { refuseOwnMembers } from '#worker/routes/admin/own-member.ts';
import type { YearRow } from '#worker/store/payouts/admin-years.ts';

const membersPerQuery = 2_000;

const columns: CsvColumn<YearRow>[] = [
  { header: 'Member', value: ({ memberId }) => memberId },
  { header: 'Email', value: ({ email }) => email },
  { header: 'Name', value: ({ name }) => name },
  { header: 'Paid (USD)', value: ({ cents }) => ({ cents }) },
  { header: 'Paid to all accounts at one PayPal mailbox (USD)', value: ({ payeeCents }) => ({ cents: payeeCents }) },
  { header: 'Payments', value: ({ payments }) => payments },
  { header: 'Tax form', value: ({ formKind }) => formKind },
  { header: 'Received', value: ({ formReceivedOn }) => formReceivedOn },
];

export const payoutYearRoutes = new Hono<AdminEnv>().get('/export.csv', requireAdminOrLink, query(PayoutYearQuery), (c) => {
  superAdminOnly(c);
  const { year } = c.req.valid('query');
  const { payoutYears } = c.var.store.admin;
  async function* pages() {
    for (let afterMember = 0; ; ) {
      const page = await payoutYears.totals(yearStart(year), yearStart(year + 1), afterMember, membersPerQuery);
      yield page;
      if (page.length < membersPerQuery) return;
      afterMember = page.at(-1)?.memberId ?? afterMember;
    }
  }
  return exportCsv(c, `payouts-${year}.csv`, columns, pages());
});

export const taxFormRoutes = new Hono<AdminEnv>().post('/', requireMoneyMover, json(TaxFormRequest), async (c) => {
  const { actor, now, store } = c.var;
  const form = c.req.valid('json');
  await refuseOwnMembers(c, [form.memberId]);
  if (!(await store.admin.payoutYears.noteTaxForm(form, actor, now))) throw new ApiError('member_not_found');
  return c.json({ message: 'Tax form recorded.' } satisfies MessageResponse);
});
