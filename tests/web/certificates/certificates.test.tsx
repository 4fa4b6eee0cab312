import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { mutate } from 'swr';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Route, Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import type { User } from '#schema/accounts/user.ts';
import { errorMessage } from '#schema/errors.ts';
import { routes } from '#schema/routes.ts';
import type { StayCatalogue } from '#schema/stays/catalogue.ts';
import { ownTerms } from '#schema/stays.ts';
import { bookedTrip, certificate, inDays, traveler, trip } from '#tests/support/certificates/trips.ts';
import { fakeServer, member, type SentRequest } from '#tests/web/support/fake-server.ts';
import { PageFrame } from '#tests/web/support/page-frame.tsx';
import { refused } from '#tests/web/support/refused.ts';
import { signInAs } from '#tests/web/support/signed-in.ts';
// Preloads the dialog because lazy-loading it would slow down the first test on a busy machine.
import '#web/features/certificates/RedeemDialog.tsx';
import { StayOptions } from '#web/features/certificates/StayOptions.tsx';
import { ActivatePage } from '#web/pages/activate-certificate/ActivatePage.tsx';
import { CertificatesPage } from '#web/pages/certificates/CertificatesPage.tsx';

const catalogue: StayCatalogue = { version: 'v1', terms: ownTerms };

const leave = vi.hoisted(() => ({ for: vi.fn<(url: string) => void>() }));
vi.mock('#web/lib/redirect-to.ts', () => ({ redirectTo: leave.for }));

let answers: Parameters<typeof fakeServer>[0];
let sent: SentRequest[];
beforeEach(() => {
  answers = { 'GET /api/vacation-certificates': { json: [] }, 'GET /api/stays/catalogue': { json: catalogue } };
  sent = fakeServer(answers);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  leave.for.mockReset();
});

async function visit(user: Partial<User> = {}, path: string = routes.certificates.path) {
  await signInAs(user);
  // Clears the cache so that a late response to the previous test's request is not used in this test.
  await mutate('/api/vacation-certificates');
  answers['GET /api/user'] = { json: { ...member, ...user } };
  const { hook, searchHook } = memoryLocation({ path: path.split('?')[0] ?? path, searchPath: path.split('?')[1] ?? '' });
  render(
    <Router hook={hook} searchHook={searchHook}>
      <PageFrame>
        <Route path={routes.certificates.path} component={CertificatesPage} />
        <Route path={routes.activateCertificate.path} component={ActivatePage} />
      </PageFrame>
    </Router>,
  );
}

async function openDialog() {
  await userEvent.click(await screen.findByRole('button', { name: 'Redeem Tokens' }));
  return within(await screen.findByRole('dialog', { name: 'Redeem Treasure Tokens' }));
}

const posts = () => sent.filter(({ method }) => method === 'POST').map(({ path, body }) => [path, body]);

test('the public pages show the taxes and fees of every stay, and who charges them', () => {
  const { container } = render(<StayOptions />);
  expect([...container.querySelectorAll('small')].map(({ textContent }) => textContent)).toEqual([
    'plus $54–$172 per stay in taxes and fees, paid to the hotel',
    'plus $100–$301 per stay in taxes and fees, paid to the hotel',
    'plus $64–$329 per stay in taxes and fees, paid to the travel provider and the hotel',
  ]);
});

describe('redeeming', () => {
  test('offers what the balance covers and shows what is missing for the rest', async () => {
    await visit({ tokenBalance: 95 });
    const dialog = await openDialog();
    expect((await dialog.findByRole('radio', { name: /3-4 Night Regional Stay/ })).hasAttribute('disabled')).toBe(false);
    expect(dialog.getByRole('radio', { name: /5-7 Night Global Trip.*Need 25 more/ }).hasAttribute('disabled')).toBe(true);
    expect(dialog.getByRole('button', { name: 'Redeem Tokens' }).hasAttribute('disabled')).toBe(true);
  });

  test('shows every cost besides tokens, and what others paid, before spending tokens', async () => {
    await visit({ tokenBalance: 300 });
    const dialog = await openDialog();
    expect(await dialog.findByRole('radio', { name: /Global Trip.*plus \$64–\$329 in taxes and fees/ })).toBeTruthy();
    await userEvent.click(dialog.getByRole('radio', { name: /Global Trip/ }));
    const costs = within(dialog.getByRole('region', { name: 'Costs and terms: 5-7 Night Global Trip' }));
    expect(costs.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
      'CostAmount per stay',
      'Booking and service feeCharged by the travel provider when you accept the offer$49–$99',
      'Tourist taxesCharged by the hotel at check-in$15–$90',
      'Resort or cleaning feeCharged by the hotel at check-in$0–$140',
      'Total per stay$64–$329',
    ]);
    expect(costs.getByText('Lisbon, April 2026')).toBeTruthy();
  });

  test('opens costs and terms of stays that the member cannot afford', async () => {
    await visit({ tokenBalance: 95 });
    const dialog = await openDialog();
    const summary = await dialog.findByText((_, element) => element?.textContent === 'Costs and terms: 5-7 Night Global Trip');
    await userEvent.click(summary);
    expect(summary.closest('details')?.open).toBe(true);
    const costs = within(dialog.getByRole('region', { name: 'Costs and terms: 5-7 Night Global Trip' }));
    expect(costs.getByText('$64–$329')).toBeTruthy();
    expect(dialog.getByRole('radio', { name: /Global Trip/ }).hasAttribute('disabled')).toBe(true);
    expect(dialog.getByRole('button', { name: 'Redeem Tokens' }).hasAttribute('disabled')).toBe(true);
    await userEvent.click(dialog.getByRole('radio', { name: /3-4 Night/ }));
    expect(dialog.queryByText((_, element) => element?.textContent === 'Costs and terms: 3-4 Night Regional Stay')).toBeNull();
    expect(dialog.getByRole('region', { name: 'Costs and terms: 3-4 Night Regional Stay' }).closest('details')).toBeNull();
  });

  test('brings new costs on screen if they have changed, spends nothing, and keeps the choice', async () => {
    const scrolledTo: Element[] = [];
    Element.prototype.scrollIntoView = function scrollIntoView() {
      scrolledTo.push(this);
    };
    await visit({ tokenBalance: 300 });
    const dialog = await openDialog();
    await userEvent.click(await dialog.findByRole('radio', { name: /Global Trip/ }));
    const terms = structuredClone(ownTerms);
    for (const cost of terms.global.costs) cost.toCents += 1_000;
    answers['POST /api/redeem-certificate'] = refused('stay_costs_changed', { data: { version: 'v2', terms } });
    await userEvent.click(dialog.getByRole('button', { name: 'Redeem 120 Treasure Tokens' }));
    expect((await dialog.findAllByText(errorMessage('stay_costs_changed'))).length).toBeGreaterThan(0);
    const title = /^The costs have changed/;
    const alert = await dialog.findByRole('alert', { name: (_, { textContent }) => title.test(textContent ?? '') });
    expect(scrolledTo).toEqual([alert.parentElement]);
    expect(document.activeElement).toBe(alert.parentElement);
    const costs = dialog.getByRole('region', { name: 'Costs and terms: 5-7 Night Global Trip' });
    expect(within(costs).getByText('$64–$359')).toBeTruthy();
    expect(alert.compareDocumentPosition(costs)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    expect(posts()).toHaveLength(1);
    answers['POST /api/redeem-certificate'] = refused('stay_costs_changed', { data: { version: 'v3', terms: ownTerms } });
    await userEvent.click(dialog.getByRole('button', { name: 'Redeem 120 Treasure Tokens' }));
    await waitFor(() => expect(posts().at(-1)).toEqual(['/api/redeem-certificate', { type: 'global', catalogueVersion: 'v2' }]));
    await waitFor(() => expect(scrolledTo).toHaveLength(2));
    expect(document.activeElement?.textContent).toMatch(title);
    expect(document.activeElement?.isConnected).toBe(true);
    await userEvent.click(dialog.getByRole('radio', { name: /3-4 Night/ }));
    expect(dialog.queryByText('The costs have changed')).toBeNull();
    Reflect.deleteProperty(Element.prototype, 'scrollIntoView');
  });

  test('spends the tokens, confirms, and leads to PDF and activation', async () => {
    await visit({ tokenBalance: 300 });
    const dialog = await openDialog();
    await userEvent.click(await dialog.findByRole('radio', { name: /Global Trip/ }));
    const fresh = certificate();
    answers['POST /api/redeem-certificate'] = { json: { activationLink: fresh.activationLink, pdfUrl: fresh.pdfUrl, certificate: fresh } };
    answers['GET /api/vacation-certificates'] = { json: [fresh] };
    answers['GET /api/user'] = { json: { ...member, tokenBalance: 180 } };
    await userEvent.click(dialog.getByRole('button', { name: 'Redeem 120 Treasure Tokens' }));
    expect(await dialog.findByText('Redemption Successful!')).toBeTruthy();
    expect(dialog.getByText('Your vacation certificate has been created.')).toBeTruthy();
    expect(posts()).toEqual([['/api/redeem-certificate', { type: 'global', catalogueVersion: 'v1' }]]);
    expect(dialog.getByRole('link', { name: 'Activate your certificate' }).getAttribute('href')).toBe(
      '/dashboard/certificates/VC-7K2M-9QXA/activate',
    );
    expect(dialog.getByRole('link', { name: 'Open the PDF' }).getAttribute('href')).toBe(
      '/api/vacation-certificates/VC-7K2M-9QXA/certificate.pdf',
    );
    await userEvent.click(dialog.getByRole('button', { name: 'Done' }));
    expect(await screen.findByText(/You have 180 Treasure Tokens/)).toBeTruthy();
    expect(within(screen.getByRole('list', { name: 'Your certificates' })).getByText('VC-7K2M-9QXA')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Redeem Tokens' }).hasAttribute('disabled')).toBe(true);
  });

  test('for the first time leads to the certificate and promises no date', async () => {
    await visit({ tokenBalance: 300 });
    const dialog = await openDialog();
    await userEvent.click(await dialog.findByRole('radio', { name: /Global Trip/ }));
    const fresh = certificate({ review: 'waiting' });
    answers['POST /api/redeem-certificate'] = { json: { activationLink: fresh.activationLink, pdfUrl: fresh.pdfUrl, certificate: fresh } };
    await userEvent.click(dialog.getByRole('button', { name: 'Redeem 120 Treasure Tokens' }));
    expect(await dialog.findByText(/We look at every first certificate/)).toBeTruthy();
    expect(dialog.queryByText(/Activate it by/)).toBeNull();
    expect(dialog.getByRole('link', { name: 'See your certificate' })).toBeTruthy();
  });

  test('asks for a Latin spelling of a name that cannot be printed', async () => {
    await visit({ tokenBalance: 300 });
    const dialog = await openDialog();
    await userEvent.click(await dialog.findByRole('radio', { name: /Global Trip/ }));
    expect(dialog.queryByRole('textbox')).toBeNull();
    const message = errorMessage('name_not_printable');
    answers['POST /api/redeem-certificate'] = {
      status: 400,
      json: { code: 'name_not_printable', message, fields: { latinName: message } },
    };
    await userEvent.click(dialog.getByRole('button', { name: 'Redeem 120 Treasure Tokens' }));
    const input = await dialog.findByRole('textbox', { name: 'Your name in Latin letters' });
    expect(await dialog.findByText(message)).toBeTruthy();
    await userEvent.type(input, 'Anu Enlil');
    const fresh = certificate();
    answers['POST /api/redeem-certificate'] = { json: { activationLink: fresh.activationLink, pdfUrl: fresh.pdfUrl, certificate: fresh } };
    await userEvent.click(dialog.getByRole('button', { name: 'Redeem 120 Treasure Tokens' }));
    expect(await dialog.findByText('Redemption Successful!')).toBeTruthy();
    expect(posts().at(-1)).toEqual(['/api/redeem-certificate', { type: 'global', catalogueVersion: 'v1', latinName: 'Anu Enlil' }]);
  });

  test('shows the reason for a failure and keeps the form', async () => {
    await visit({ tokenBalance: 300 });
    const dialog = await openDialog();
    await userEvent.click(await dialog.findByRole('radio', { name: /3-4 Night/ }));
    answers['POST /api/redeem-certificate'] = refused('email_unverified');
    await userEvent.click(dialog.getByRole('button', { name: 'Redeem 60 Treasure Tokens' }));
    expect((await dialog.findAllByText('Redemption Failed')).length).toBeGreaterThan(0);
    expect(dialog.getAllByText(errorMessage('email_unverified')).length).toBeGreaterThan(0);
    answers['POST /api/redeem-certificate'] = { status: 500, text: 'broken' };
    await userEvent.click(dialog.getByRole('button', { name: 'Redeem 60 Treasure Tokens' }));
    expect((await dialog.findAllByText('There was an error redeeming your tokens.')).length).toBeGreaterThan(0);
  });

  test('within twelve months of the last one is closed until the date shown', async () => {
    answers['GET /api/vacation-certificates'] = { json: [] };
    await visit({ tokenBalance: 300 });
    const dialog = await openDialog();
    await dialog.findByRole('radio', { name: /3-4 Night/ });
    await userEvent.click(dialog.getByRole('radio', { name: /3-4 Night/ }));
    // Simulates a redemption made earlier in another tab.
    answers['GET /api/vacation-certificates'] = { json: [certificate({ createdAt: '2026-03-05T12:00:00.000Z' })] };
    answers['POST /api/redeem-certificate'] = refused('redeemed_this_year');
    vi.setSystemTime(new Date('2026-11-21T12:00:00Z'));
    await userEvent.click(dialog.getByRole('button', { name: 'Redeem 60 Treasure Tokens' }));
    expect(await dialog.findByText('Mar 5, 2027')).toBeTruthy();
    expect(dialog.getByRole('button', { name: 'Redeem Tokens' }).getAttribute('aria-disabled')).toBe('true');
  });

  test('asks to verify the address first', async () => {
    await visit({ tokenBalance: 300, emailVerified: false });
    expect((await openDialog()).getByText('Verify your email')).toBeTruthy();
  });

  test('subtracts owed tokens from the balance, and offers to pay them back', async () => {
    await visit({ tokenBalance: 95, owedTokens: 6 });
    expect(await screen.findByText(/You have 95 Treasure Tokens and owe 6/)).toBeTruthy();
    const dialog = await openDialog();
    expect((await dialog.findByRole('radio', { name: /5-7 Night Regional Stay.*Need 1 more/ })).hasAttribute('disabled')).toBe(true);
    answers['POST /api/tokens/pay-back'] = { json: { paidBack: 6, tokenBalance: 89, owedTokens: 0 } };
    answers['GET /api/user'] = { json: { ...member, tokenBalance: 89 } };
    await userEvent.click(dialog.getByRole('button', { name: 'Pay back 6 tokens' }));
    expect(await screen.findByText('Paid back 6 Treasure Tokens')).toBeTruthy();
    expect(screen.queryByText(/You owe 6/)).toBeNull();
    expect(dialog.getByText('89 Treasure Tokens')).toBeTruthy();
  });

  test('is impossible if more is owed than the balance', async () => {
    await visit({ tokenBalance: 0, owedTokens: 5 });
    expect((await screen.findByRole('button', { name: 'Redeem Tokens' })).hasAttribute('disabled')).toBe(true);
    expect(screen.getByText('You need 65 more tokens for a certificate.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /Pay back/ })).toBeNull();
    expect(screen.getByRole('link', { name: 'contact us' })).toBeTruthy();
  });

  test('is impossible below the lowest price', async () => {
    await visit({ tokenBalance: 59 });
    expect((await screen.findByRole('button', { name: 'Redeem Tokens' })).hasAttribute('disabled')).toBe(true);
    expect(screen.getByText('You need 1 more token for a certificate.')).toBeTruthy();
  });
});

describe('the list of certificates', () => {
  test('shows each status', async () => {
    answers['GET /api/vacation-certificates'] = {
      json: [
        certificate(),
        { ...bookedTrip(), number: 'VC-2' },
        trip({}, { number: 'VC-3' }),
        certificate({ number: 'VC-4', status: 'expired', activateBy: '2026-10-05T12:00:00.000Z' }),
        certificate({ number: 'VC-5', status: 'cancelled', cancelReason: 'On request' }),
        // Simulates a page loaded before the activation deadline, so the certificate is not marked expired yet.
        certificate({ number: 'VC-6', activateBy: inDays(-0.001) }),
      ],
    };
    await visit();
    const list = await screen.findByRole('list', { name: 'Your certificates' });
    const texts = Array.from(list.children, ({ textContent }) => textContent ?? '');
    expect(texts[0]).toMatch(/Ready to activateActivate it by .+: 20 days left\./);
    expect(screen.getByRole('heading', { name: 'Your trip in 12 days' })).toBeTruthy();
    expect(screen.getByRole('heading', { name: 'Where would you like to go?' })).toBeTruthy();
    expect(texts[3]).toContain('ExpiredThis certificate expired on Oct 5, 2026');
    expect(texts[4]).toContain('This certificate was canceled (On request). Your 120 Treasure Tokens were refunded.');
    expect(texts[5]).toContain('Expired');
    expect(screen.getAllByRole('link', { name: /^Activate certificate/ })).toHaveLength(1);
    expect(screen.getAllByRole('link', { name: /^Download PDF of certificate/ })).toHaveLength(6);
  });

  test('shows the duration of a review without a deadline, and the reason for a refusal', async () => {
    const earlier = { number: 'VC-2', createdAt: '2025-10-05T12:00:00.000Z' };
    answers['GET /api/vacation-certificates'] = {
      json: [
        certificate({ review: 'waiting', activateBy: inDays(-1) }),
        certificate({ ...earlier, status: 'cancelled', review: 'refused', cancelReason: 'Found by one person' }),
      ],
    };
    await visit();
    const [waiting, refusedOne] = within(await screen.findByRole('list', { name: 'Your certificates' })).getAllByRole('listitem');
    expect(waiting?.textContent).toContain(
      'In reviewWe look at every first certificate, as a rule within two working days. We’ll email you when it’s ready; you then have 30 days to activate it.',
    );
    expect(waiting?.textContent).not.toMatch(/Activate it by|Expired/);
    expect(screen.queryByRole('link', { name: /^Activate certificate/ })).toBeNull();
    expect(refusedOne?.textContent).toContain(
      'We couldn’t accept this certificate (Found by one person). Your 120 Treasure Tokens were refunded. Think we got it wrong? Contact us',
    );
  });

  test('does not call a later one under review the first', async () => {
    const earlier = certificate({ number: 'VC-2', status: 'expired', createdAt: '2025-10-05T12:00:00.000Z' });
    answers['GET /api/vacation-certificates'] = { json: [certificate({ review: 'waiting' }), earlier] };
    await visit();
    expect(await screen.findByText(/We are looking at this certificate, as a rule within two working days/)).toBeTruthy();
  });

  test('explains certificates to members without one', async () => {
    await visit();
    expect(await screen.findByRole('heading', { name: 'No certificates yet' })).toBeTruthy();
  });

  test('can be loaded again', async () => {
    answers['GET /api/vacation-certificates'] = refused('internal');
    await visit();
    expect(await screen.findByText(errorMessage('internal'))).toBeTruthy();
    answers['GET /api/vacation-certificates'] = { json: [certificate()] };
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('VC-7K2M-9QXA')).toBeTruthy();
  });
});

describe('opening a PDF before signing in', () => {
  test('opens the PDF once after the sign-in, and “Back” returns to the page', async () => {
    answers['GET /api/vacation-certificates'] = { json: [certificate()] };
    await visit({}, '/dashboard/certificates?pdf=vc-7k2m-9qxa');
    await waitFor(() =>
      expect(leave.for.mock.calls).toEqual([[`${location.origin}/api/vacation-certificates/VC-7K2M-9QXA/certificate.pdf?signed-in`]]),
    );
    expect(screen.queryByText('This certificate isn’t in your account')).toBeNull();
  });

  test('of another account opens nothing and explains why', async () => {
    await visit({}, '/dashboard/certificates?pdf=VC-0000-0000');
    expect(await screen.findByText('This certificate isn’t in your account')).toBeTruthy();
    expect(screen.getByText(/You’re signed in as fay@demo.test. To open certificate VC-0000-0000/)).toBeTruthy();
    expect(leave.for).not.toHaveBeenCalled();
  });
});

describe('the activation page', () => {
  const address = '/dashboard/certificates/VC-7K2M-9QXA/activate';

  test('has no button during a review, but the duration of the review', async () => {
    answers['GET /api/vacation-certificates'] = { json: [certificate({ review: 'waiting' })] };
    await visit({}, address);
    expect(await screen.findByRole('heading', { name: 'Your 5-7 Night Global Trip' })).toBeTruthy();
    expect(screen.getByText(/We look at every first certificate, as a rule within two working days/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Activate certificate' })).toBeNull();
  });

  const form = async () => within(await screen.findByRole('form', { name: 'Traveler' }));
  const activate = () => userEvent.click(screen.getByRole('button', { name: 'Activate certificate' }));

  async function nameTraveler() {
    const fields = await form();
    await userEvent.type(fields.getByLabelText('Full name'), traveler.fullName);
    await userEvent.type(fields.getByLabelText('Date of birth'), traveler.birthDate);
    await userEvent.type(fields.getByLabelText('Phone'), traveler.phone);
    return fields;
  }

  test('asks who travels, with the member’s email, and says who sees it', async () => {
    answers['GET /api/vacation-certificates'] = { json: [certificate()] };
    await visit({}, address);
    const fields = await form();
    expect(fields.getByLabelText('Email')).toHaveProperty('value', 'fay@demo.test');
    expect(fields.getByText(/The hotel will verify it at check-in/)).toBeTruthy();
    expect(fields.getByText(/Only the hotel and the people who book your stay see these details/)).toBeTruthy();
    expect(fields.getByText(/it can’t be passed on/)).toBeTruthy();
    await activate();
    expect(await fields.findByText('Please enter the full name, as shown on the passport or ID')).toBeTruthy();
    expect(posts()).toEqual([]);
  });

  test('activates with its button only, and goes on to the travel preferences', async () => {
    answers['GET /api/vacation-certificates'] = { json: [certificate()] };
    await visit({}, address);
    await nameTraveler();
    expect(posts()).toEqual([]);
    answers['POST /api/vacation-certificates/VC-7K2M-9QXA/activate'] = { json: trip({}) };
    await activate();
    expect(await screen.findByRole('heading', { name: 'Where would you like to go?' })).toBeTruthy();
    expect(screen.getByRole('heading', { level: 1, name: 'Your 5-7 Night Global Trip' })).toBe(document.activeElement);
    expect(screen.queryByRole('button', { name: 'Activate certificate' })).toBeNull();
    expect(posts()).toEqual([['/api/vacation-certificates/VC-7K2M-9QXA/activate', { traveler: { ...traveler, email: 'fay@demo.test' } }]]);
  });

  test('shows what the server refuses at its input, and keeps the rest', async () => {
    answers['GET /api/vacation-certificates'] = { json: [certificate()] };
    await visit({}, address);
    const fields = await nameTraveler();
    answers['POST /api/vacation-certificates/VC-7K2M-9QXA/activate'] = refused('traveler_too_young', { field: 'traveler.birthDate' });
    await activate();
    expect(await fields.findByText(errorMessage('traveler_too_young'))).toBeTruthy();
    expect(fields.getByLabelText('Date of birth').getAttribute('aria-invalid')).toBe('true');
    expect(fields.getByLabelText('Full name')).toHaveProperty('value', traveler.fullName);
  });

  test('asks for the password after an older sign-in, and keeps the rest', async () => {
    answers['GET /api/vacation-certificates'] = { json: [certificate()] };
    await visit({}, address);
    const fields = await nameTraveler();
    answers['POST /api/vacation-certificates/VC-7K2M-9QXA/activate'] = refused('password_or_sign_in', { field: 'currentPassword' });
    await activate();
    expect(await fields.findByText(errorMessage('password_or_sign_in'))).toBeTruthy();
    expect(fields.getByLabelText('Full name')).toHaveProperty('value', traveler.fullName);
    await userEvent.type(fields.getByLabelText('Current password'), 'pass-word-1');
    answers['POST /api/vacation-certificates/VC-7K2M-9QXA/activate'] = { json: trip({}) };
    await activate();
    expect(await screen.findByRole('heading', { name: 'Where would you like to go?' })).toBeTruthy();
    expect(posts().at(-1)?.[1]).toEqual({ traveler: { ...traveler, email: 'fay@demo.test' }, currentPassword: 'pass-word-1' });
  });

  test('for a traveler who has a stay offers another traveler, or the tokens', async () => {
    answers['GET /api/vacation-certificates'] = { json: [certificate()] };
    await visit({}, address);
    const fields = await nameTraveler();
    answers['POST /api/vacation-certificates/VC-7K2M-9QXA/activate'] = refused('traveler_has_stay');
    await activate();
    expect(await fields.findByText('Inês Müller already has a stay within 12 months')).toBeTruthy();
    await userEvent.click(fields.getByRole('button', { name: 'Use another traveler' }));
    expect(document.activeElement).toBe(fields.getByLabelText('Full name'));
    expect(fields.getByLabelText('Phone')).toHaveProperty('value', traveler.phone);
    await activate();
    await userEvent.click(await fields.findByRole('button', { name: 'Return the certificate and get 120 tokens back' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Return the certificate?' }));
    answers['POST /api/vacation-certificates/VC-7K2M-9QXA/return'] = {
      json: certificate({ status: 'cancelled', cancelReason: 'the traveler already has a stay within 12 months' }),
    };
    await userEvent.type(dialog.getByLabelText('Current password'), 'pass-word-1');
    await userEvent.click(dialog.getByRole('button', { name: 'Return certificate' }));
    expect(await screen.findByText(/Your 120 Treasure Tokens were refunded/)).toBeTruthy();
    expect(posts().at(-1)).toEqual([
      '/api/vacation-certificates/VC-7K2M-9QXA/return',
      { traveler: { ...traveler, email: 'fay@demo.test' }, currentPassword: 'pass-word-1' },
    ]);
  });

  test('reports a missed deadline', async () => {
    answers['GET /api/vacation-certificates'] = { json: [certificate()] };
    await visit({}, address);
    await nameTraveler();
    answers['GET /api/vacation-certificates'] = { json: [certificate({ status: 'expired', activateBy: inDays(-1) })] };
    answers['POST /api/vacation-certificates/VC-7K2M-9QXA/activate'] = refused('certificate_expired');
    await activate();
    expect((await screen.findAllByText(errorMessage('certificate_expired'))).length).toBeGreaterThan(0);
    await waitFor(() => expect(screen.getByText('Expired')).toBeTruthy());
  });

  test('for someone else’s certificate names the signed-in account', async () => {
    await visit({}, address);
    expect(await screen.findByRole('heading', { name: 'Certificate not found' })).toBeTruthy();
    expect(screen.getByText(/You’re signed in as fay@demo.test/)).toBeTruthy();
  });
});
