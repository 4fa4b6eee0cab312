/** What the product mails: read in the mailbox, its links opened. */
import { freshEmail, lendSession, newCaller } from '#tests/support/callers.ts';
import { linkIn, mailTo } from '#tests/support/mailbox.ts';
import { expect, test } from '#tests/support/quiet-console.ts';

test('a new member reads the welcome in the mailbox, and verifies the address by its link', async ({ page }) => {
  const email = freshEmail();
  await page.goto('/auth');
  await page.getByRole('tab', { name: 'Register' }).click();
  const form = page.getByRole('form', { name: 'Register' });
  await form.getByLabel('Email').fill(email);
  await form.getByLabel('Password', { exact: true }).fill('trail-mix-7');
  await form.getByLabel('Confirm password', { exact: true }).fill('trail-mix-7');
  await form.getByLabel('First name').fill('Fern & Co');
  await form.getByLabel(/I accept the Terms/).check();
  await form.getByRole('button', { name: 'Create account' }).click();
  await expect(page).toHaveURL(/\/dashboard/);
  await expect(page.getByText('Please verify your email address')).toBeVisible();

  await mailTo(page.request, email, /^Welcome/);
  await page.goto(`/dev/mailbox?to=${encodeURIComponent(email)}`);
  await page.getByRole('link', { name: /Welcome to Cache Cards/ }).click();
  const mail = page.frameLocator('iframe');
  await expect(mail.getByText('Hi Fern & Co,')).toBeVisible();
  await mail.getByRole('link', { name: 'Verify my email' }).click();

  // The link's token is in no request, and out of the address at once.
  await expect(page).toHaveURL(/\/verify-email$/);
  await page.getByRole('button', { name: 'Verify my email' }).click();
  await expect(page.getByRole('heading', { name: 'Email verified' })).toBeFocused();
  await page.getByRole('link', { name: 'Go to Dashboard' }).click();
  await expect(page.getByRole('heading', { name: 'Welcome, Fern & Co!' })).toBeVisible();
  await expect(page.getByText('Please verify your email address')).toHaveCount(0);
});

test('the mail can be asked for again, and its text side has the same link', async ({ page }) => {
  const caller = await newCaller();
  await lendSession(page, caller);
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Send again' }).click();
  await expect(page.getByText(`We have sent a mail to ${caller.user.email}.`)).toBeVisible();
  const mail = await mailTo(page.request, caller.user.email, /^Please verify/);
  await page.goto(`/dev/mailbox/${mail.id}?as=text`);
  await expect(page.getByText('Hi Robin,')).toBeVisible();
  await page.goto(linkIn(mail, '/verify-email'));
  await page.getByRole('button', { name: 'Verify my email' }).click();
  await expect(page.getByRole('heading', { name: 'Email verified' })).toBeVisible();
});

test.describe('a change of address that the owner did not make', () => {
  // The session of whoever made it has ended: asking who is signed in is refused.
  test.use({ provoked: [/status of 401/] });

  test('is undone from the old mailbox, and signs everybody out', async ({ page }) => {
    const caller = await newCaller();
    const { email } = caller.user;
    const answer = await caller.api.patch('/api/user', { data: { email: freshEmail() } });
    expect(answer.ok()).toBe(true);
    const mail = await mailTo(page.request, email, /was changed/);
    await lendSession(page, caller);
    await page.goto(linkIn(mail, '/undo-email-change'));
    await page.getByRole('button', { name: 'Bring my old address back' }).click();
    await expect(page.getByText(`Your account uses ${email} again, and everybody was signed out.`)).toBeVisible();
    await expect(page.getByRole('main').getByRole('link', { name: 'Sign In' })).toBeVisible();
    expect((await caller.api.get('/api/user')).status()).toBe(401);
  });
});
