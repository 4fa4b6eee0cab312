/** @module-tag long */
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ComponentType } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { AuditEntry } from '#schema/admin/audit.ts';
import type { AdminCertificate } from '#schema/certificates/admin-certificates.ts';
import { errorMessage } from '#schema/errors.ts';
import type { AdminConversation, AdminMessage } from '#schema/messages/admin-messages.ts';
import { keeper, signInAsAdmin } from '#tests/web/support/admin-signed-in.ts';
import { fakeServer, type SentRequest } from '#tests/web/support/fake-server.ts';
import { PageFrame } from '#tests/web/support/page-frame.tsx';
import { refused } from '#tests/web/support/refused.ts';
import { AuditTab } from '#web/features/admin/audit/AuditTab.tsx';
import { listChanges } from '#web/features/admin/audit/changes.ts';
import { CertificatesTab } from '#web/features/certificates/admin/CertificatesTab.tsx';
import { MessagesTab } from '#web/features/messages/admin/MessagesTab.tsx';
import { dateTime } from '#web/lib/format.ts';

const certificate: AdminCertificate = {
  id: 5,
  number: 'VC-7K2M-9QXA',
  type: 'global',
  tokensRedeemed: 120,
  status: 'activated',
  review: 'passed',
  stage: 'offered',
  travelPlugId: null,
  holderName: 'Fay Finder',
  createdAt: '2026-11-01T10:00:00.000Z',
  activateBy: '2026-12-01T10:00:00.000Z',
  validUntil: '2027-11-01T10:00:00.000Z',
  activatedAt: '2026-11-02T10:00:00.000Z',
  cancelledAt: null,
  cancelReason: null,
  cancelledBy: null,
  isOtherPerson: false,
  user: { id: 7, email: 'fay@demo.test', name: 'Fay Finder' },
  version: 3,
};
const message: AdminMessage = {
  id: 9,
  name: 'Gus',
  email: 'gus@strangers.test',
  message: 'Hello!\n<b>Not bold</b>',
  userId: null,
  createdAt: '2026-11-20T12:00:00.000Z',
  state: 'open',
  handledAt: null,
  handledBy: null,
  latestAt: '2026-11-20T12:00:00.000Z',
  latest: 'Hello!',
  snoozedUntil: null,
  assignee: null,
  tags: [],
  version: 1,
};
const conversation: AdminConversation = { ...message, member: null, isErased: false, replies: [], notes: [] };
const answered: AdminConversation = {
  ...conversation,
  state: 'waiting',
  version: 2,
  replies: [{ id: 1, kind: 'answer', text: 'A new one comes.', createdAt: '2026-11-21T12:00:00.000Z', by: 'ada@demo.test' }],
};
const entry: AuditEntry = {
  id: 2,
  createdAt: '2026-11-20T12:00:00.000Z',
  admin: { id: 3, email: 'ada@demo.test' },
  action: 'certificate.cancel',
  entityType: 'certificate',
  entityId: 'VC-7K2M-9QXA',
  userId: 7,
  runId: null,
  requestId: 'req-1',
  personal: {
    userEmail: 'fay@demo.test',
    before: { status: 'active' },
    after: { status: 'cancelled', tokensReturned: 120 },
    reason: 'They asked',
    address: '192.0.2.7',
  },
};

let answers: Parameters<typeof fakeServer>[0];
let sent: SentRequest[];
beforeEach(() => {
  history.replaceState(null, '', '/admin/dashboard?tab=office');
  localStorage.clear();
  answers = {
    'GET /api/admin/certificates': { json: [certificate] },
    'GET /api/admin/messages?sort=-latest&state=open': { json: [message] },
    'GET /api/admin/audit': { json: [entry] },
    'GET /api/admin/administrators?limit=200': { json: [] },
  };
  sent = fakeServer(answers);
});
afterEach(() => vi.unstubAllGlobals());

const bodiesOf = (method: string, path: string) =>
  sent.filter((call) => call.method === method && call.path === path).map(({ body }) => body);

async function visit(Tab: ComponentType, role: 'admin' | 'super_admin' = 'super_admin') {
  await signInAsAdmin({ ...keeper, role });
  render(
    <PageFrame>
      <Tab />
    </PageFrame>,
  );
}

async function choose(row: string, action: string) {
  await userEvent.click(await screen.findByRole('button', { name: `Actions for ${row}` }));
  await userEvent.click(screen.getByRole('menuitem', { name: action }));
}

describe('canceling a certificate', () => {
  const open = async () => {
    await visit(CertificatesTab);
    await choose(certificate.number, 'Cancel certificate');
    return within(screen.getByRole('dialog', { name: `Cancel ${certificate.number}?` }));
  };

  test('requires a reason, and sends the version that was shown', async () => {
    answers['POST /api/admin/certificates/5/cancel'] = { json: { ...certificate, status: 'cancelled' } };
    const dialog = await open();
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel certificate' }));
    expect(await dialog.findByText('Please enter a reason for the member')).toBeTruthy();
    expect(bodiesOf('POST', '/api/admin/certificates/5/cancel')).toEqual([]);
    await userEvent.type(dialog.getByLabelText('Reason'), 'They asked');
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel certificate' }));
    expect(await screen.findByText('Certificate canceled')).toBeTruthy();
    expect(bodiesOf('POST', '/api/admin/certificates/5/cancel')).toEqual([{ reason: 'They asked', version: 3, isReleased: false }]);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('keeps the input after a conflict, and continues with the current certificate', async () => {
    answers['POST /api/admin/certificates/5/cancel'] = refused('changed_meanwhile');
    answers['GET /api/admin/certificates?q=VC-7K2M-9QXA'] = { json: [{ ...certificate, version: 4, travelPlugId: 'TP-1' }] };
    const dialog = await open();
    await userEvent.type(dialog.getByLabelText('Reason'), 'They asked');
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel certificate' }));
    expect(await dialog.findByText(/Someone else changed this certificate/)).toBeTruthy();
    expect(dialog.getByText(/The booked stay, TP-1/)).toBeTruthy();
    expect((dialog.getByLabelText('Reason') as HTMLTextAreaElement).value).toBe('They asked');
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel certificate' }));
    await waitFor(() =>
      expect(bodiesOf('POST', '/api/admin/certificates/5/cancel').at(-1)).toEqual({ reason: 'They asked', version: 4, isReleased: false }),
    );
  });

  test('shows the server’s text for other refusals', async () => {
    answers['POST /api/admin/certificates/5/cancel'] = refused('provider_must_confirm');
    const dialog = await open();
    await userEvent.type(dialog.getByLabelText('Reason'), 'They asked');
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel certificate' }));
    expect(await dialog.findByText(errorMessage('provider_must_confirm'))).toBeTruthy();
  });

  test('is not available to a plain administrator', async () => {
    await visit(CertificatesTab, 'admin');
    await userEvent.click(await screen.findByRole('button', { name: `Actions for ${certificate.number}` }));
    expect(screen.getByRole('menuitem', { name: 'Enter booking reference' })).toBeTruthy();
    expect(screen.queryByRole('menuitem', { name: 'Cancel certificate' })).toBeNull();
  });
});

describe('the booking reference', () => {
  test('is saved; a reference in use is reported at the field', async () => {
    answers['PUT /api/admin/certificates/5/booking'] = refused('reference_taken');
    await visit(CertificatesTab, 'admin');
    await choose(certificate.number, 'Enter booking reference');
    const dialog = within(screen.getByRole('dialog', { name: `Booking for ${certificate.number}` }));
    await userEvent.type(dialog.getByLabelText('Travel provider’s reference'), 'TP-1');
    await userEvent.click(dialog.getByRole('button', { name: 'Save booking' }));
    expect(await dialog.findByText(errorMessage('reference_taken'))).toBeTruthy();
    answers['PUT /api/admin/certificates/5/booking'] = { json: { ...certificate, travelPlugId: 'TP-12' } };
    await userEvent.type(dialog.getByLabelText('Travel provider’s reference'), '2');
    await userEvent.click(dialog.getByRole('button', { name: 'Save booking' }));
    expect(await screen.findByText('Booking saved')).toBeTruthy();
    expect(bodiesOf('PUT', '/api/admin/certificates/5/booking').at(-1)).toEqual({ travelPlugId: 'TP-12', version: 3 });
  });
});

describe('a contact message in the inbox', () => {
  async function read() {
    await visit(MessagesTab, 'admin');
    await userEvent.click(await screen.findByRole('button', { name: /^Gus/ }));
    return within(await screen.findByRole('region', { name: 'Message #9 from Gus' }));
  }

  const lost = { id: 1, title: 'Lost', text: 'Hi {first name}, about {card}.', version: 1 };

  beforeEach(() => {
    answers['GET /api/admin/messages/9'] = { json: conversation };
    answers['GET /api/admin/messages/desk'] = { json: { savedReplies: [lost], administrators: [], tags: [] } };
    answers['POST /api/admin/viewers'] = { json: { viewers: [], version: 1 } };
  });

  test('is shown as it was written, and answered: the answer is added, and the focus goes to the list that it leaves', async () => {
    answers['POST /api/admin/messages/9/answers'] = { status: 201, json: answered };
    const thread = await read();
    expect((await thread.findByText(/Not bold/)).textContent).toBe(message.message);
    await userEvent.type(thread.getByLabelText('Your answer'), 'A new one comes.');
    answers['GET /api/admin/messages?sort=-latest&state=open'] = { json: [] };
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    expect(await screen.findByText('Answer sent')).toBeTruthy();
    expect(bodiesOf('POST', '/api/admin/messages/9/answers')).toEqual([{ text: 'A new one comes.', version: 1 }]);
    expect(await screen.findByText('All done')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Messages' }));
  });

  test('gets a saved reply by its key; a field without a value is shown and not sent', async () => {
    const thread = await read();
    const text = await thread.findByLabelText<HTMLTextAreaElement>('Your answer');
    await waitFor(() => expect(document.activeElement).toBe(thread.getByRole('heading')));
    await userEvent.keyboard('1');
    await waitFor(() => expect(text.value).toBe('Hi Gus, about {card}.'));
    expect(thread.getByText(/Replace it before you send/).textContent).toContain('{card}');
    await waitFor(() => expect(document.activeElement).toBe(text));
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    expect(await thread.findByText('No value for {card}. Replace it or remove it.')).toBeTruthy();
    expect(bodiesOf('POST', '/api/admin/messages/9/answers')).toEqual([]);
  });

  test('keeps a note apart from the answer, and opens on the note again', async () => {
    await visit(MessagesTab, 'admin');
    const openMessage = () => userEvent.click(screen.getByRole('button', { name: /^Gus/ }));
    await screen.findByRole('button', { name: /^Gus/ });
    await openMessage();
    await userEvent.type(await screen.findByLabelText('Your answer'), 'Hello Gus');
    await userEvent.click(screen.getByRole('button', { name: 'Note' }));
    expect(screen.getByLabelText<HTMLTextAreaElement>('Internal note').value).toBe('');
    await userEvent.type(screen.getByLabelText('Internal note'), 'A known liar');
    await userEvent.click(screen.getByRole('button', { name: 'All messages' }));
    await openMessage();
    expect((await screen.findByLabelText<HTMLTextAreaElement>('Internal note')).value).toBe('A known liar');
    await userEvent.click(screen.getByRole('button', { name: 'Reply' }));
    expect(screen.getByLabelText<HTMLTextAreaElement>('Your answer').value).toBe('Hello Gus');
  });

  test('is followed by the first one of the next page; going back from there returns to it', async () => {
    const list = '/api/admin/messages?sort=-latest&state=open';
    answers[`GET ${list}`] = { json: [message], headers: { Link: `<${list}&cursor=c2>; rel="next"` } };
    answers[`GET ${list}&cursor=c2`] = { json: [{ ...message, id: 8, name: 'Hal' }] };
    answers['GET /api/admin/messages/8'] = { json: { ...conversation, id: 8, name: 'Hal' } };
    await read();
    await waitFor(() => expect(screen.getByRole('button', { name: /^Next/ }).getAttribute('aria-disabled')).toBeNull());
    await userEvent.keyboard('j');
    expect(await screen.findByRole('region', { name: 'Message #8 from Hal' })).toBeTruthy();
    await userEvent.keyboard('k');
    expect(await screen.findByRole('region', { name: 'Message #9 from Gus' })).toBeTruthy();
  });

  test('that someone else has just answered shows their change, and the input stays for the current conversation', async () => {
    answers['POST /api/admin/messages/9/answers'] = refused('changed_meanwhile');
    answers['POST /api/admin/viewers'] = { json: { viewers: [{ email: 'bea@demo.test', isActing: true }], version: 1 } };
    const thread = await read();
    expect(await thread.findByText('bea@demo.test is writing a reply.')).toBeTruthy();
    await userEvent.type(thread.getByLabelText('Your answer'), 'Mine');
    answers['GET /api/admin/messages/9'] = { json: answered };
    await userEvent.click(thread.getByRole('button', { name: /^Send/ }));
    expect(await thread.findByText('Someone else changed this conversation')).toBeTruthy();
    expect(thread.getByText('ada@demo.test answered: “A new one comes.”')).toBeTruthy();
    answers['POST /api/admin/messages/9/answers'] = { status: 201, json: { ...answered, version: 3 } };
    await userEvent.click(thread.getByRole('button', { name: /^Send/ }));
    await screen.findByText('Answer sent');
    expect(bodiesOf('POST', '/api/admin/messages/9/answers').at(-1)).toEqual({ text: 'Mine', version: 2 });
  });

  test('is closed without an answer, where the focus stays; a conflict is reported', async () => {
    answers['PATCH /api/admin/messages/9'] = {
      json: { ...conversation, state: 'closed', handledAt: '2026-11-21T12:00:00.000Z', version: 2 },
    };
    const thread = await read();
    await userEvent.click(await thread.findByRole('button', { name: /^Close/, hidden: true }));
    expect(await screen.findByText('Message closed')).toBeTruthy();
    expect(document.activeElement?.textContent).toMatch(/^Reopen/);
    expect(bodiesOf('PATCH', '/api/admin/messages/9')).toEqual([{ isHandled: true, version: 1 }]);
    answers['PATCH /api/admin/messages/9'] = refused('changed_meanwhile');
    await userEvent.click(thread.getByRole('button', { name: /^Reopen/, hidden: true }));
    expect(await screen.findByText('The message has changed')).toBeTruthy();
  });

  test('shows a change at once, and undoes it when the server refuses it', async () => {
    let answer: (refusal: ReturnType<typeof refused>) => void = () => undefined;
    answers['PUT /api/admin/messages/9/desk'] = new Promise<unknown>((resolve) => {
      answer = resolve;
    }) as Promise<never>;
    const thread = await read();
    const assignee = await thread.findByLabelText<HTMLSelectElement>('Assignee');
    await userEvent.selectOptions(assignee, 'Me');
    expect(assignee.value).toBe(String(keeper.id));
    answer(refused('unknown_administrator'));
    expect(await screen.findByText('Couldn’t change the message')).toBeTruthy();
    expect(assignee.value).toBe('');
  });
});

describe('the audit log', () => {
  test('shows a super administrator the changes, their reason and the network address', async () => {
    await visit(AuditTab);
    const row = within((await screen.findByText('They asked')).closest('tr') ?? document.body);
    expect(row.getByText('canceled')).toBeTruthy();
    expect(row.getByRole('link', { name: 'Certificate VC-7K2M-9QXA' }).getAttribute('href')).toContain('tab=certificates&q=VC-7K2M-9QXA');
    await userEvent.click(row.getByRole('button', { name: /Actions for Canceled a certificate/ }));
    await userEvent.click(screen.getByRole('menuitem', { name: 'View details' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Certificate VC-7K2M-9QXA' }));
    expect(dialog.getByText('192.0.2.7')).toBeTruthy();
    expect(dialog.getByRole('row', { name: 'Tokens returned 120' })).toBeTruthy();
  });

  test('shows a plain administrator only what the server sends, with a note', async () => {
    answers['GET /api/admin/audit'] = { json: [{ ...entry, personal: null }] };
    await visit(AuditTab, 'admin');
    expect(await screen.findByText('Canceled a certificate')).toBeTruthy();
    expect(screen.getByText(/^Only super administrators can see what changed/)).toBeTruthy();
    expect(screen.queryByRole('columnheader', { name: 'Change and reason' })).toBeNull();
    expect(screen.getByRole('link', { name: 'Member 7' })).toBeTruthy();
  });

  test('lists a payout run as one entry that expands to its payments', async () => {
    const run = { ...entry, id: 3, action: 'payout_run.pay', entityType: 'payout_run', entityId: '7', userId: null };
    const paid = { ...entry, id: 4, action: 'payout.pay', entityType: 'payout', entityId: '9', runId: 7 };
    answers['GET /api/admin/audit'] = { json: [run] };
    answers['GET /api/admin/audit?run=7&limit=20'] = {
      json: [{ ...paid, personal: { ...entry.personal, after: { amountCents: 2_200 } } }],
    };
    await visit(AuditTab);
    await userEvent.click(await screen.findByText('Steps and payments'));
    expect((await screen.findByText(/^Paid a member/, { selector: 'li' })).textContent).toBe('Paid a member: fay@demo.test, $22.00');
    expect(screen.getByRole('link', { name: 'All 1 step of run 7' }).getAttribute('href')).toContain('tab=audit&run=7');
  });

  test('lists changes field by field, with old and new values', () => {
    expect(
      listChanges({
        userEmail: null,
        reason: null,
        address: null,
        before: { firstName: null, on: true, activateBy: '2026-12-29T20:00:00.000Z' },
        after: { firstName: 'Ann', tags: ['print', 'post'], snoozedUntil: 1_796_029_200, ownerId: 12, referredById: 13 },
      }),
    ).toEqual([
      { field: 'First name', before: '(empty)', after: 'Ann' },
      { field: 'On', before: 'yes', after: undefined },
      { field: 'Activate by', before: dateTime('2026-12-29T20:00:00.000Z'), after: undefined },
      { field: 'Tags', before: undefined, after: 'print, post' },
      { field: 'Snoozed until', before: undefined, after: dateTime('2026-11-30T09:00:00.000Z') },
      { field: 'Owner', before: undefined, after: 'Member\u00a012' },
      { field: 'Referred by', before: undefined, after: 'Member\u00a013' },
    ]);
  });
});
