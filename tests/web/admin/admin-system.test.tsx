import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import type { OutboxMail, System } from '#schema/admin/system.ts';
import { signInAsAdmin } from '#tests/web/support/admin-signed-in.ts';
import { fakeServer } from '#tests/web/support/fake-server.ts';
import { PageFrame } from '#tests/web/support/page-frame.tsx';
import { getJobStatus } from '#web/features/admin/system/job-labels.ts';
import { SystemTab } from '#web/features/admin/system/SystemTab.tsx';

beforeEach(async () => {
  history.replaceState(null, '', '/admin/dashboard?tab=system');
  await signInAsAdmin({});
});

describe('the System tab', () => {
  const showFailedChests = async () => {
    const sent = fakeServer({
      'GET /api/admin/system': { json: system },
      'GET /api/admin/system/runbooks': {
        json: { markdown: '# Operations\n\n## Alarms\n\n### `job_failed`\n\nFix the `cause`.\n\n### `other`' },
      },
      'POST /api/admin/system/jobs/open-chests/run': { json: { outcome: 'done', error: null } },
    });
    render(
      <PageFrame>
        <SystemTab />
      </PageFrame>,
    );
    await screen.findByRole('heading', { name: 'Treasure chests' });
    return sent;
  };

  test('lets a super administrator run a failed job again, after asking if it moves money', async () => {
    await signInAsAdmin({ role: 'super_admin' });
    const sent = await showFailedChests();
    const call = 'POST /api/admin/system/jobs/open-chests/run';
    const calls = () => sent.map(({ method, path }) => `${method} ${path}`);
    await userEvent.click(screen.getByRole('button', { name: 'Run now… Treasure chests' }));
    expect(screen.getByRole('dialog', { name: 'Run Treasure chests now?' }).textContent).toContain('makes their payouts due');
    expect(calls()).not.toContain(call);
    await userEvent.click(screen.getByRole('button', { name: 'Run now Treasure chests' }));
    expect(await screen.findByText('Treasure chests: the run succeeded')).toBeTruthy();
    expect(calls()).toContain(call);
  });

  test('links an alarm to its runbook, and offers a plain administrator no run', async () => {
    await signInAsAdmin({ role: 'admin' });
    await showFailedChests();
    expect(screen.queryByRole('button', { name: /Run now/ })).toBeNull();
    await userEvent.click(screen.getByRole('link', { name: 'What to do: A job failed' }));
    expect(await screen.findByRole('heading', { name: 'A job failed' })).toBeTruthy();
    expect(screen.getByText('cause').tagName).toBe('CODE');
    expect(screen.queryByText('other')).toBeNull();
  });

  const run = (startedAt: string, outcome: 'done' | 'failed' | 'unfinished' = 'done', error: string | null = null) => ({
    startedAt,
    finishedAt: outcome === 'unfinished' ? null : startedAt,
    outcome,
    error,
  });
  const system: System = {
    now: '2026-11-21T12:00:00.000Z',
    alarms: [
      { kind: 'job_failed', subject: 'open-chests', beganAt: '2026-11-21T11:25:00.000Z' },
      { kind: 'ledger_differs', subject: '', beganAt: '2026-11-21T11:30:00.000Z' },
    ],
    jobs: [
      { job: 'deliver-mail', runs: [run('2026-11-21T11:23:00.000Z')] },
      { job: 'open-chests', runs: [run('2026-11-21T11:23:00.000Z', 'failed', 'Error: no luck'), run('2026-11-21T10:23:00.000Z')] },
    ],
    money: { checkedAt: '2026-11-21T09:36:00.000Z', runningSince: null, differing: 0, differences: [], comparedThrough: '2026-11-20' },
    mails: { queued: 3, sending: 0, dead: 1, unacknowledged: 1, oldestAt: '2026-11-21T11:00:00.000Z' },
    events: {
      waiting: 1,
      oldest: [
        {
          id: 'evt_1',
          type: 'invoice.paid',
          receivedAt: '2026-11-20T10:00:00.000Z',
          attempts: 100,
          error: 'does_not_match',
          about: 'Basic membership, one year, 49.00 USD (paid)',
          member: { id: 7, email: 'maud@demo.test', name: 'Maud' },
          objectId: 'in_1',
          amount: { cents: 4_900, currency: 'usd' },
          dashboardUrl: 'https://dashboard.stripe.com/test/invoices/in_1',
          isGivenUp: true,
        },
      ],
    },
    failedPrints: [],
    facts: {
      environment: 'development',
      publicOrigin: 'http://localhost:8787',
      payments: 'fake',
      mail: 'fake',
      travel: 'fake',
    },
  };
  const dead: OutboxMail = {
    id: 5,
    template: 'certificate_issued',
    to: 'lost@demo.test',
    userId: 7,
    status: 'dead',
    attempts: 8,
    nextAttemptAt: '2026-11-20T10:00:00.000Z',
    lastError: 'No such mailbox',
    createdAt: '2026-11-18T10:00:00.000Z',
    sentAt: null,
  };

  function showTab(view = 'jobs', shown = system, mails = [dead]) {
    history.replaceState(null, '', `/admin/dashboard?tab=system&view=${view}`);
    const sent = fakeServer({
      'GET /api/admin/system': { json: shown },
      'GET /api/admin/mails': { json: mails, headers: { 'X-Total-Count': '1' } },
      'POST /api/admin/mails/acknowledge': { json: { acknowledged: 1 } },
      'POST /api/admin/mails/retry': { json: { retried: [5] } },
      'POST /api/admin/stripe-events/evt_1/settle': { json: { settled: true } },
      'POST /api/admin/stripe-events/evt_1/retry': { json: { outcome: 'waiting', message: 'The event still does not fit.' } },
    });
    render(
      <PageFrame>
        <SystemTab />
      </PageFrame>,
    );
    return sent;
  }

  test('shows the last check of the dollars, what differs, and days that were not compared with Stripe', async () => {
    showTab();
    expect(await screen.findByText(/^The money totals added up on Nov 21, 2026/)).toBeTruthy();
    expect(screen.getByText(/Compared with Stripe through Nov 20, 2026.$/)).toBeTruthy();
    cleanup();
    const difference = 'Payout 12: amount vs. its entries: expected $10.00, found $11.00';
    const money = { ...system.money, differing: 2, differences: [difference], comparedThrough: '2026-11-17' };
    showTab('jobs', { ...system, money });
    expect(await screen.findByText(difference)).toBeTruthy();
    expect(screen.getByText(/2 figures differ \(first 1 shown\)/)).toBeTruthy();
    expect(screen.getByText(/Later days were not compared/)).toBeTruthy();
  });

  test('shows why a job failed, and which jobs are well', async () => {
    showTab();
    const job = (await screen.findByRole('heading', { name: 'Treasure chests' })).closest('li') as HTMLElement;
    expect(within(job).getByText('Failed')).toBeTruthy();
    expect(within(job).getByText('Error: no luck', { exact: false, selector: 'p' })).toBeTruthy();
    expect(within(job).getByText('1 of the last 2 runs failed or did not finish')).toBeTruthy();
    await userEvent.click(within(job).getByText('History'));
    expect(within(within(job).getByRole('list')).getAllByRole('listitem')[0]?.textContent).toMatch(/: failed in .*no luck/);
  });

  test('shows alarms at the top, with their job and start', async () => {
    showTab();
    const alert = (await screen.findByText('Needs attention')).closest('.alert') as HTMLElement;
    const [job, ledger] = within(alert).getAllByRole('listitem');
    expect(job?.textContent).toMatch(/^A job failed: Treasure chests, since /);
    expect(ledger?.textContent).toMatch(/^The token ledger does not add up, since /);
  });

  test('also takes the age of a run into account', () => {
    const { now } = system;
    expect(getJobStatus('open-chests', [], now).label).toBe('Not run yet');
    expect(getJobStatus('open-chests', [run('2026-11-21T08:23:00.000Z')], now).label).toBe('Overdue');
    expect(getJobStatus('open-chests', [run('2026-11-21T11:59:00.000Z', 'unfinished')], now).label).toBe('Running');
    expect(getJobStatus('open-chests', [run('2026-11-21T11:23:00.000Z', 'unfinished')], now).label).toBe('Interrupted');
    expect(getJobStatus('open-chests', [run('2026-11-21T11:23:00.000Z')], now).label).toBe('OK');
    expect(getJobStatus('open-chests', [run('2026-11-21T11:23:00.000Z')], now, true).label).toBe('Retrying');
  });

  test('sends failed emails again, all or chosen ones', async () => {
    const sent = showTab('mails');
    await userEvent.click(await screen.findByRole('button', { name: 'Resend all failed emails' }));
    await screen.findByText('Resending 1 email');
    expect(sent.find(({ method }) => method === 'POST')).toMatchObject({ path: '/api/admin/mails/retry', body: {} });
    await userEvent.click(await screen.findByRole('checkbox', { name: /Certificate issued to lost@demo.test/ }));
    await userEvent.click(screen.getByRole('button', { name: 'Resend' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Resend 1 email' }));
    await screen.findByText('1 email queued.');
    expect(sent.filter(({ method }) => method === 'POST').at(-1)?.body).toEqual({ ids: [5] });
  });

  test('names emails whose address was deleted', async () => {
    const cleared: OutboxMail = { ...dead, id: 6, to: '', status: 'sent', lastError: null };
    showTab('mails', system, [cleared]);
    await screen.findByRole('rowheader', { name: 'Deleted address' });
  });

  test('dismisses the alarm about failed emails', async () => {
    const sent = showTab('mails');
    await userEvent.click(await screen.findByRole('button', { name: 'Dismiss the alarm' }));
    await screen.findByText('Alarm dismissed');
    expect(sent.find(({ method }) => method === 'POST')).toMatchObject({ path: '/api/admin/mails/acknowledge' });
  });

  test('lets only super administrators retry a waiting event', async () => {
    const sent = showTab('events');
    await userEvent.click(await screen.findByRole('button', { name: 'Retry evt_1 now' }));
    await screen.findByText('The event still does not fit.');
    expect(sent.some(({ method, path }) => method === 'POST' && path === '/api/admin/stripe-events/evt_1/retry')).toBe(true);
  });

  test('shows the member, amount and Stripe page of a waiting event, and settles it only with a reason', async () => {
    const sent = showTab('events');
    const row = (await screen.findByRole('link', { name: 'in_1 in Stripe' })).closest('li') as HTMLElement;
    expect(within(row).getByRole('link', { name: 'in_1 in Stripe' })).toHaveProperty(
      'href',
      'https://dashboard.stripe.com/test/invoices/in_1',
    );
    expect(within(row).getByRole('link', { name: 'Maud' }).getAttribute('href')).toContain('user=7');
    expect(within(row).getByText(/\$49\.00/)).toBeTruthy();
    const posts = () => sent.filter(({ method }) => method === 'POST');
    await userEvent.click(screen.getByRole('button', { name: 'Resolved in Stripe: evt_1' }));
    await userEvent.click(screen.getByRole('button', { name: 'Mark as resolved' }));
    await screen.findByText('Please enter what you did in Stripe');
    expect(posts()).toEqual([]);
    await userEvent.type(screen.getByRole('textbox', { name: 'How did you resolve it?' }), 'Refunded in full');
    await userEvent.click(screen.getByRole('button', { name: 'Mark as resolved' }));
    await waitFor(() =>
      expect(posts()).toMatchObject([{ path: '/api/admin/stripe-events/evt_1/settle', body: { reason: 'Refunded in full' } }]),
    );
  });

  test('asks to pay the member of a failed refund outside Stripe', async () => {
    const failed = {
      id: 'refund:in_1:5000',
      type: 'refund_to_pay',
      error: 'refund_to_pay',
      about: '$50.00 to pay to member 7',
      attempts: 0,
    };
    const amount = { cents: 5_000, currency: 'usd' };
    const unlinked = { member: null, objectId: 'pi_1', amount, dashboardUrl: null };
    const shown = { ...failed, ...unlinked, receivedAt: '2026-11-20T10:00:00.000Z', isGivenUp: false };
    showTab('events', { ...system, events: { waiting: 1, oldest: [shown] } });
    await screen.findByText('Failed refund to pay manually');
    screen.getByText(/Pay the member outside Stripe/);
    screen.getByText('$50.00 to pay to member 7');
    screen.getByRole('button', { name: 'Paid to the member: refund:in_1:5000' });
    expect(screen.queryByRole('button', { name: /^Retry/ })).toBeNull();
  });

  test('shows a plain administrator the event without a button', async () => {
    await signInAsAdmin({ role: 'admin' });
    showTab('events');
    await screen.findByText(/The payment doesn’t match the order/);
    expect(screen.queryByRole('button', { name: /Retry evt_1/ })).toBeNull();
  });
});
