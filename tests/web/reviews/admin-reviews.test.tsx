/** @module-tag long */
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { mutate } from 'swr';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Attention } from '#schema/admin/totals.ts';
import { reviewCase } from '#tests/support/reviews/review-case-page.ts';
import { signInAsAdmin } from '#tests/web/support/admin-signed-in.ts';
import { choose, visit } from '#tests/web/support/admin-tab.tsx';
import { fakeServer, type SentRequest } from '#tests/web/support/fake-server.ts';
import { refused } from '#tests/web/support/refused.ts';
import { ReviewsTab } from '#web/features/reviews/admin/ReviewsTab.tsx';

const shownCase = reviewCase({ finders: 2, cards: 20, secondsApart: 1 });
const review = {
  ...shownCase.review,
  question: 'Where?\nAnd when?',
  askedAt: '2026-11-20T12:00:00.000Z',
};
const passed = { ...review, review: 'passed', version: 4, decidedAt: '2026-11-21T12:00:00.000Z', decidedBy: 'bo@demo.test' };
const other = { ...review, id: 6, number: 'VC-2', signals: [], askedAt: null, question: null };
const share = (id: number, name: string, finds: number) => ({
  member: { id, email: `${name}@demo.test`, name },
  isLeaving: false,
  certificates: id === 1 ? [{ id: 5, number: review.number, tokens: 60 }] : [],
  ...{ finds, placements: 0, tokensRefunded: 0, tokensTaken: finds, tokensOwed: 0, treasureKeys: 0, communityKeys: 0 },
  ...{ commissions: 0, commissionsCents: 0, commissionsPaidCents: 0, chests: 0, chestsCents: 0, isSuspended: false },
});
const decision = {
  ...{ id: 7, action: 'take_back', reason: 'A farm', decidedAt: '2026-11-21T12:00:00.000Z', decidedBy: 'bo@demo.test', members: 3 },
  ...{
    review: { id: 5, number: review.number },
    undoes: null,
    undoneBy: null,
    undoneAt: null,
    undoFirst: null,
    canBeUndone: true,
    version: 1,
  },
};

let answers: Parameters<typeof fakeServer>[0];
let sent: SentRequest[];
beforeEach(async () => {
  await mutate(() => true, undefined, { revalidate: false });
  answers = {
    'GET /api/admin/reviews': { json: [review] },
    'GET /api/admin/reviews?limit=200': { json: [review] },
    'GET /api/admin/reviews/5/case': { json: { ...shownCase, review } },
    'GET /api/admin/review-decisions?member=1': { json: [] },
  };
  sent = fakeServer(answers);
});
afterEach(() => vi.unstubAllGlobals());

const sentTo = (path: string) => sent.filter((one) => one.method === 'POST' && one.path === path).map(({ body }) => body);
const part = async (name: string) => within(await screen.findByRole('region', { name }));

async function openCase() {
  await userEvent.click(await screen.findByRole('link', { name: review.number }));
  return part('Decision');
}

describe('the review queue', () => {
  test('shows each certificate’s member, why it waits and whether a question was asked', async () => {
    answers['GET /api/admin/reviews'] = { json: [review, other] };
    visit(ReviewsTab);
    const first = within(await screen.findByRole('row', { name: /VC-7K2M-9QXA/ }));
    expect(first.getByText('Pace')).toBeTruthy();
    expect(first.getByText('Mailbox')).toBeTruthy();
    expect(first.getByText('Nov 20, 2026')).toBeTruthy();
    expect(first.getByRole('link', { name: 'finder1@demo.test' })).toBeTruthy();
    expect(within(screen.getByRole('row', { name: /VC-2/ })).getByText('First certificate')).toBeTruthy();
  });

  test('reports when nothing waits', async () => {
    answers['GET /api/admin/reviews'] = { json: [] };
    visit(ReviewsTab);
    expect(await screen.findByText('Nothing to review')).toBeTruthy();
  });
});

describe('the review desk', () => {
  test('shows the signals, the group and its reasons, the places, and what each earned', async () => {
    visit(ReviewsTab);
    await openCase();
    const signals = await part('Signals');
    expect(signals.getByText('finder1 sent 60 finds within 59 seconds.')).toBeTruthy();
    expect(signals.getByText(/No longer visible/)).toBeTruthy();
    expect(signals.getByText('When the certificate was passed on Nov 21, 2026: 12 of 60 tokens, 2 accounts.')).toBeTruthy();
    const group = await part('Linked accounts');
    expect(group.getAllByText('With finder1: one mailbox.')).toHaveLength(2);
    expect(group.getByRole<HTMLInputElement>('checkbox', { name: 'finder2' }).checked).toBe(true);
    expect((await part('Who found what')).getByRole('img', { name: '20 cards, owned by owner: 40 finds by 2 finders' })).toBeTruthy();
    expect((await part('Who found what')).getAllByRole('row', { hidden: true })).toHaveLength(41);
    expect((await part('Where')).getByText('All 20 cards have a location, at most 3.8 km apart.')).toBeTruthy();
    expect((await part('Tokens and money')).getByRole('row', { name: /owner.*\$50\.00/ })).toBeTruthy();
    expect((await part('Group decisions')).getByText('None yet.')).toBeTruthy();
  });

  test('marks finds that were taken back', { tags: 'long' }, async () => {
    const [first, ...others] = shownCase.finds;
    answers['GET /api/admin/reviews/5/case'] = { json: { ...shownCase, review, finds: [{ ...first, isTakenBack: true }, ...others] } };
    visit(ReviewsTab, '/admin/dashboard?tab=reviews&review=5');
    const finds = await part('Who found what');
    expect(finds.getByText('All finds as a table (40, 1 taken back)')).toBeTruthy();
    expect(finds.getAllByText('Taken back')).toHaveLength(1);
  });

  test('shows stated times that differ from the arrival, and says which are believed', async () => {
    const beliefs = ['believed', 'believed', 'contradictory', 'out_of_bounds'] as const;
    const finds = shownCase.finds.map((find, index) => {
      const belief = beliefs[index];
      return { ...find, stated: belief ? { at: `2026-11-17T0${index}:00:00.000Z`, belief } : null };
    });
    const [first, ...others] = finds;
    const own = first && { ...first, stated: { at: first.at, belief: 'believed' } };
    answers['GET /api/admin/reviews/5/case'] = { json: { ...shownCase, review, finds: [own, ...others] } };
    visit(ReviewsTab, '/admin/dashboard?tab=reviews&review=5');
    const time = await part('When (UTC)');
    expect(
      time.getByText(
        'The reported times of 1 find are plausible; 1 find counts by arrival because the times contradict each other or the places; 1 find counts by arrival because a time is in the future, before the placement or before the last sync.',
      ),
    ).toBeTruthy();
    const table = await part('Who found what');
    expect(table.getByText('2026-11-17 01:00:00')).toBeTruthy();
    for (const label of ['Believed', 'Contradictory', 'Out of bounds']) expect(table.getAllByText(label)).toHaveLength(1);
  });

  test('announces the focused element of the drawing', { tags: 'long' }, async () => {
    visit(ReviewsTab);
    await openCase();
    const drawing = screen.getByRole('img', { name: 'finder2, in the group: 20 finds' });
    drawing.focus();
    expect(await screen.findByText('finder2, in the group: 20 finds', { selector: 'figcaption' })).toBeTruthy();
  });

  test('reports a failure to load the case', async () => {
    answers['GET /api/admin/reviews/5/case'] = refused('certificate_not_found');
    visit(ReviewsTab, '/admin/dashboard?tab=reviews&review=5');
    expect(await screen.findByText('Couldn’t load the case')).toBeTruthy();
  });

  test('passes a certificate with one press, and opens the next case', async () => {
    answers['POST /api/admin/reviews/5/pass'] = { json: passed };
    answers['GET /api/admin/reviews?limit=200'] = { json: [review, other] };
    answers['GET /api/admin/reviews/6/case'] = { json: { ...shownCase, review: other } };
    visit(ReviewsTab);
    await userEvent.click((await openCase()).getByRole('button', { name: 'Pass' }));
    expect(await screen.findByText('Certificate passed')).toBeTruthy();
    expect(sentTo('/api/admin/reviews/5/pass')).toEqual([{ version: 3 }]);
    expect(await screen.findByRole('heading', { name: /Case VC-2/ })).toBeTruthy();
  });

  test('decides a clear case by keys: one opens the decision, Enter confirms it; the queue follows the last case', async () => {
    answers['POST /api/admin/reviews/5/pass'] = { json: passed };
    visit(ReviewsTab, '/admin/dashboard?tab=reviews&review=5');
    await part('Decision');
    await userEvent.keyboard('p');
    expect(sentTo('/api/admin/reviews/5/pass')).toEqual([]);
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(sentTo('/api/admin/reviews/5/pass')).toHaveLength(1));
    expect(await screen.findByRole('searchbox', { name: 'Search by number or member' })).toBeTruthy();
  });

  test('goes to the next and the previous case by keys, which can be turned off', { tags: 'long' }, async () => {
    answers['GET /api/admin/reviews?limit=200'] = { json: [review, other] };
    answers['GET /api/admin/reviews/6/case'] = { json: { ...shownCase, review: other } };
    visit(ReviewsTab, '/admin/dashboard?tab=reviews&review=5');
    expect(await screen.findByText('1 of 2 waiting')).toBeTruthy();
    await userEvent.keyboard('j');
    expect(await screen.findByRole('heading', { name: /Case VC-2/ })).toBeTruthy();
    await userEvent.keyboard('{ArrowLeft}');
    expect(await screen.findByRole('heading', { name: /Case VC-7K2M-9QXA/ })).toBeTruthy();
    await userEvent.click(screen.getByRole('checkbox', { name: 'Keyboard shortcuts' }));
    await userEvent.keyboard('j');
    expect(screen.getByRole('heading', { name: /Case VC-7K2M-9QXA/ })).toBeTruthy();
    await userEvent.click(screen.getByRole('checkbox', { name: 'Keyboard shortcuts' }));
  });

  test('requires a text for a question, types keys into it, and sends the version shown', async () => {
    answers['POST /api/admin/reviews/5/ask'] = { json: { ...review, version: 4, question: 'jump?' } };
    visit(ReviewsTab);
    await choose('Ask the member');
    const form = within(await screen.findByRole('form', { name: 'Ask the member' }));
    await userEvent.click(form.getByRole('button', { name: 'Send question' }));
    expect(await form.findByText('Please enter your question for the member')).toBeTruthy();
    await userEvent.type(form.getByLabelText(/^Question/), 'jump?');
    answers['GET /api/admin/reviews/5/case'] = { json: { ...shownCase, review: { ...review, version: 4, question: 'jump?' } } };
    await userEvent.click(form.getByRole('button', { name: 'Send question' }));
    expect(await screen.findByText('Question sent')).toBeTruthy();
    expect(sentTo('/api/admin/reviews/5/ask')).toEqual([{ question: 'jump?', version: 3 }]);
    // An administrator's own change is not shown to them as a conflict.
    expect(await screen.findByText('jump?')).toBeTruthy();
    expect(screen.queryByText(/in the meantime/)).toBeNull();
  });

  test('asks to check the colleague’s change, and keeps the input', { tags: 'long' }, async () => {
    answers['POST /api/admin/reviews/5/refuse'] = refused('changed_meanwhile');
    await signInAsAdmin({ role: 'super_admin' });
    visit(ReviewsTab);
    await choose('Refuse');
    const dialog = within(await screen.findByRole('dialog', { name: 'Refuse certificate' }));
    const reason = await dialog.findByLabelText<HTMLTextAreaElement>(/^Reason/);
    expect(reason.value).toBe('The finds behind these tokens were made by linked accounts.');
    await userEvent.clear(reason);
    await userEvent.type(reason, 'A farm');
    answers['GET /api/admin/reviews/5/case'] = { json: { ...shownCase, review: { ...review, version: 4, question: 'Hello, Ruby?' } } };
    const refuse = dialog.getByRole('button', { name: 'Refuse certificate' });
    await userEvent.click(refuse);
    expect(await dialog.findByText('Someone else changed this certificate')).toBeTruthy();
    expect(dialog.getByText('Hello, Ruby?')).toBeTruthy();
    expect(refuse.getAttribute('aria-disabled')).toBe('true');
    answers['POST /api/admin/reviews/5/refuse'] = { json: { ...review, status: 'cancelled', review: 'refused', version: 5 } };
    await userEvent.click(dialog.getByRole('button', { name: 'I’ve checked the changes' }));
    await userEvent.click(refuse);
    expect(await screen.findByText('60 Treasure Tokens returned to finder1@demo.test.')).toBeTruthy();
    expect(sentTo('/api/admin/reviews/5/refuse')).toEqual([
      { reason: 'A farm', version: 3 },
      { reason: 'A farm', version: 4 },
    ]);
  });

  test('shows a colleague’s decision, and allows no further one', { tags: 'long' }, async () => {
    answers['POST /api/admin/reviews/5/pass'] = refused('review_decided');
    visit(ReviewsTab);
    const bar = await openCase();
    answers['GET /api/admin/reviews/5/case'] = { json: { ...shownCase, review: passed } };
    await userEvent.click(bar.getByRole('button', { name: 'Pass' }));
    expect(await screen.findByText('Someone else already decided on this certificate')).toBeTruthy();
    expect(screen.getByText(/^bo@demo\.test decided on/)).toBeTruthy();
    expect(bar.queryByRole('button', { name: 'Pass' })).toBeNull();
  });
});

describe('a decision about a group', () => {
  beforeEach(async () => {
    await signInAsAdmin({ role: 'super_admin' });
    answers['POST /api/admin/review-decisions/preview'] = {
      json: { action: 'take_back', members: [share(1, 'finder1', 20), share(3, 'owner', 0)], seen: 'a'.repeat(64) },
    };
    answers['POST /api/admin/review-decisions'] = { json: { ...decision, effects: [], restorations: { payableCents: 0, heldCents: 0 } } };
  });

  test('lists its effects for the ticked members, and is confirmed with T and Enter', async () => {
    visit(ReviewsTab, '/admin/dashboard?tab=reviews&review=5');
    await userEvent.click(await screen.findByRole('checkbox', { name: 'finder2' }));
    await userEvent.click(screen.getByRole('heading', { name: 'Signals' }));
    await userEvent.keyboard('t');
    const dialog = within(await screen.findByRole('dialog', { name: 'Take back: 2 members' }));
    expect(await dialog.findByText('1 certificate (VC-7K2M-9QXA), 20 finds, 20 Treasure Tokens taken')).toBeTruthy();
    expect(dialog.getByText('Nothing changes')).toBeTruthy();
    expect(sentTo('/api/admin/review-decisions/preview')[0]).toEqual({ action: 'take_back', memberIds: [1, 3] });
    answers['GET /api/admin/review-decisions?member=1'] = { json: [decision] };
    await userEvent.keyboard('{Enter}');
    expect(await screen.findByText('Taken back', { selector: '.toast strong' })).toBeTruthy();
    expect(sentTo('/api/admin/review-decisions')).toEqual([
      {
        action: 'take_back',
        memberIds: [1, 3],
        reason: 'The finds behind these tokens were made by linked accounts.',
        reviewId: 5,
        seen: 'a'.repeat(64),
      },
    ]);
  });

  test('leaves the focus in the reason while a colleague opens the case', async () => {
    const answer = (viewers: object[]) => ({ json: { viewers, version: review.version } });
    answers['POST /api/admin/viewers'] = answer([]);
    visit(ReviewsTab, '/admin/dashboard?tab=reviews&review=5');
    await userEvent.click((await part('Decision')).getByRole('button', { name: 'Take back…' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Take back: 3 members' }));
    await waitFor(() => expect(document.activeElement).toBe(dialog.getByRole('button', { name: /^Take back from/ })));
    await userEvent.click(dialog.getByLabelText('Reason'));
    answers['POST /api/admin/viewers'] = answer([{ email: 'bea@demo.test', isActing: false }]);
    window.dispatchEvent(new Event('focus'));
    expect(await screen.findByText('bea@demo.test is also viewing this case.')).toBeTruthy();
    expect(document.activeElement).toBe(dialog.getByLabelText('Reason'));
  });

  test('names no member who has left, and explains that there is nothing to suspend', { tags: 'long' }, async () => {
    const [member, owner, former] = shownCase.accounts;
    const nameless = { ...former, name: 'member 3 (left)', email: null, isVerified: false };
    answers['GET /api/admin/reviews/5/case'] = { json: { ...shownCase, review, accounts: [member, owner, nameless] } };
    const leavingMember = { ...share(3, '', 0), member: { id: 3, email: null, name: null }, isLeaving: true };
    answers['POST /api/admin/review-decisions/preview'] = {
      json: { action: 'suspend', members: [{ ...share(1, 'finder1', 0), isSuspended: true }, leavingMember], seen: 'a'.repeat(64) },
    };
    visit(ReviewsTab, '/admin/dashboard?tab=reviews&review=5');
    const group = await part('Linked accounts');
    expect(group.getByRole('checkbox', { name: 'member 3 (left)' })).toBeTruthy();
    expect(group.getByText('Account erased')).toBeTruthy();
    expect(group.queryByText('Email not verified')).toBeNull();
    await userEvent.keyboard('s');
    const dialog = within(await screen.findByRole('dialog', { name: 'Suspend: 3 members' }));
    expect(await dialog.findByText('Member 3 (left)')).toBeTruthy();
    expect(dialog.getByText('Account is being deleted: nothing to suspend')).toBeTruthy();
  });

  test('is undone from the case, with a reason, after its sums are shown', async () => {
    answers['GET /api/admin/review-decisions?member=1'] = { json: [decision] };
    const effect = (kind: string, taken: number, owed = 0) => ({
      id: 1,
      member: { id: 1, email: null, name: null },
      kind,
      entityId: 1,
      before: {},
      taken,
      owed,
      kept: null,
    });
    const effects = [
      effect('member', 0),
      effect('certificate', 60),
      effect('find', 1),
      effect('find', 1),
      effect('tokens', 30, 12),
      effect('commission', 0, 2_000),
      effect('commission', 1_000),
      effect('chest', 205),
    ];
    answers['GET /api/admin/review-decisions/7'] = { json: { ...decision, effects, restorations: { payableCents: 0, heldCents: 1_000 } } };
    answers['POST /api/admin/review-decisions/7/undo'] = {
      json: { ...decision, effects: [], restorations: { payableCents: 0, heldCents: 0 } },
    };
    visit(ReviewsTab, '/admin/dashboard?tab=reviews&review=5');
    await userEvent.click(await screen.findByRole('button', { name: 'Undo…' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Undo this decision?' }));
    expect(document.activeElement).toBe(await dialog.findByLabelText('Reason'));
    const sums = 'Returns 1 certificate, 2 finds, 42 Treasure Tokens, $32.05 of commissions and chests.';
    expect(await dialog.findByText(sums)).toBeTruthy();
    expect(dialog.getByText(/\$10\.00 of restored commissions goes back on hold\./)).toBeTruthy();
    await userEvent.type(dialog.getByLabelText(/^Reason/), 'A family');
    answers['GET /api/admin/review-decisions?member=1'] = {
      json: [{ ...decision, undoneBy: 8, undoneAt: '2026-11-22T12:00:00.000Z', canBeUndone: false, version: 2 }],
    };
    await userEvent.click(dialog.getByRole('button', { name: 'Undo decision' }));
    expect(await screen.findByText('Reverted for 3 members.')).toBeTruthy();
    expect(sentTo('/api/admin/review-decisions/7/undo')).toEqual([{ reason: 'A family', version: 1 }]);
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo…' })).toBeNull());
  });

  test('that a later one depends on names the one to undo first', { tags: 'long' }, async () => {
    answers['GET /api/admin/review-decisions?member=1'] = {
      json: [
        { ...decision, id: 8, action: 'suspend' },
        { ...decision, undoFirst: 8, canBeUndone: false },
      ],
    };
    visit(ReviewsTab, '/admin/dashboard?tab=reviews&review=5');
    const [later, earlier] = (await (await part('Group decisions')).findAllByRole('listitem')).map((item) => within(item));
    expect(later?.getByRole('button', { name: 'Undo…' })).toBeTruthy();
    expect(earlier?.getByText('Undo decision 8 first')).toBeTruthy();
    expect(earlier?.queryByRole('button', { name: 'Undo…' })).toBeNull();
  });

  test('is in a list of its own, with its undo', async () => {
    answers['GET /api/admin/review-decisions'] = { json: [decision] };
    visit(ReviewsTab);
    await userEvent.click(await screen.findByRole('button', { name: 'Group decisions' }));
    const row = within(await screen.findByRole('row', { name: /A farm/ }));
    expect(row.getByText('In effect')).toBeTruthy();
    await choose('Undo');
    expect(await screen.findByRole('dialog', { name: 'Undo this decision?' })).toBeTruthy();
  });

  test('can only be a hold for a plain administrator', async () => {
    await signInAsAdmin({ role: 'admin' });
    visit(ReviewsTab, '/admin/dashboard?tab=reviews&review=5');
    const bar = await part('Decision');
    expect(bar.getByRole('button', { name: 'Hold…' })).toBeTruthy();
    expect(bar.queryByRole('button', { name: 'Take back…' })).toBeNull();
    expect(bar.queryByRole('button', { name: 'Refuse…' })).toBeNull();
    expect(bar.getByRole('button', { name: 'Pass' })).toBeTruthy();
    expect(bar.getByText(/^Only super administrators can refuse, release, take back, suspend and undo/)).toBeTruthy();
  });

  test('of a super administrator is not released by a plain one, as the bar explains', async () => {
    answers['GET /api/admin/reviews/5/case'] = { json: { ...shownCase, review: { ...review, isHeldBySuperAdmin: true } } };
    await signInAsAdmin({ role: 'admin' });
    visit(ReviewsTab, '/admin/dashboard?tab=reviews&review=5');
    const bar = await part('Decision');
    expect(bar.queryByRole('button', { name: 'Pass' })).toBeNull();
    expect(bar.getByText(/One of them put this certificate on hold/)).toBeTruthy();
    expect(bar.getByRole('button', { name: 'Ask…' })).toBeTruthy();
  });

  test('of a super administrator can be released by a super administrator', async () => {
    answers['GET /api/admin/reviews/5/case'] = { json: { ...shownCase, review: { ...review, isHeldBySuperAdmin: true } } };
    await signInAsAdmin({ role: 'super_admin' });
    visit(ReviewsTab, '/admin/dashboard?tab=reviews&review=5');
    expect((await part('Decision')).getByRole('button', { name: 'Pass' })).toBeTruthy();
  });
});

describe('second looks', () => {
  const look = {
    ...{ id: 11, state: 'waiting', isAboutTraveler: true, passedBy: 'bo@demo.test', passedAt: '2026-11-21T12:00:00.000Z', version: 1 },
    ...{ lookedBy: null, lookedAt: null, reason: null },
    review: { id: 5, number: review.number, type: review.type, status: 'active', signals: ['pace'] },
    user: { id: 1, email: 'finder1@demo.test', name: 'finder1' },
  };
  const nothing = Object.fromEntries(Object.keys(Attention.entries).map((name) => [name, 0]));
  const raised = { ...look, state: 'raised', lookedBy: 'cy@demo.test', lookedAt: look.passedAt, reason: 'One owner', version: 2 };
  const address = '/admin/dashboard?tab=reviews&view=second-looks';

  test('are listed with who passed them, and agreed with', async () => {
    answers['GET /api/admin/second-looks'] = { json: [look] };
    answers['GET /api/admin/totals'] = { json: { users: 1, cards: 1, tokensIssued: 1, attention: { ...nothing, secondLooks: 2 } } };
    answers['POST /api/admin/second-looks/11/agree'] = { json: { ...look, state: 'agreed', version: 2 } };
    await signInAsAdmin({ role: 'admin' });
    visit(ReviewsTab);
    await userEvent.click(await screen.findByRole('button', { name: /^Second look.*2.*to check$/ }));
    expect((await screen.findByRole('row', { name: /bo@demo\.test/ })).textContent).toMatch(/Pace.*Another traveler/);
    await choose('Agree');
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Agree' }));
    expect(await screen.findByText('Second look complete')).toBeTruthy();
    expect(sentTo('/api/admin/second-looks/11/agree')).toEqual([{ version: 1 }]);
  });

  test('are escalated with a reason, which stays if the call fails', async () => {
    answers['GET /api/admin/second-looks'] = { json: [look] };
    answers['POST /api/admin/second-looks/11/raise'] = refused('changed_meanwhile');
    await signInAsAdmin({ role: 'admin' });
    visit(ReviewsTab, address);
    await choose('Escalate to a super administrator');
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.click(dialog.getByRole('button', { name: 'Escalate' }));
    expect(await dialog.findByText('Please enter a reason')).toBeTruthy();
    await userEvent.type(dialog.getByRole('textbox', { name: 'Reason' }), 'One owner');
    await userEvent.click(dialog.getByRole('button', { name: 'Escalate' }));
    expect(await dialog.findByText('Couldn’t escalate the certificate')).toBeTruthy();
    expect(dialog.getByRole<HTMLTextAreaElement>('textbox', { name: 'Reason' }).value).toBe('One owner');
    expect(sentTo('/api/admin/second-looks/11/raise')).toEqual([{ version: 1, reason: 'One owner' }]);
  });

  test.each([
    ['super_admin', true],
    ['admin', false],
  ] as const)('that were escalated show the reason and can be closed by a %s: %s', async (role, canClose) => {
    answers['GET /api/admin/second-looks'] = { json: [raised] };
    answers['POST /api/admin/second-looks/11/close'] = { json: { ...raised, state: 'closed', version: 3 } };
    await signInAsAdmin({ role });
    visit(ReviewsTab, address);
    expect(await screen.findByText('cy@demo.test: One owner')).toBeTruthy();
    await userEvent.click(await screen.findByRole('button', { name: /Actions for/ }));
    expect(screen.queryByRole('menuitem', { name: 'Agree' })).toBeNull();
    const close = screen.queryByRole('menuitem', { name: 'Close' });
    expect(close !== null).toBe(canClose);
    if (!close) return;
    await userEvent.click(close);
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.type(dialog.getByRole('textbox', { name: 'What you found' }), 'A club');
    await userEvent.click(dialog.getByRole('button', { name: 'Close second look' }));
    await waitFor(() => expect(sentTo('/api/admin/second-looks/11/close')).toEqual([{ version: 2, reason: 'A club' }]));
  });
});
