/** An administrator suspends a member: their open page is signed out, signing in says why, and once they are let back it works again. */
import { lendAdminSession } from '#tests/support/admin/admin.ts';
import { lendSession, newCaller } from '#tests/support/browser/callers.ts';
import { test } from '#tests/support/browser/kept-page.ts';
import { expect, otherBrowser } from '#tests/support/browser/quiet-console.ts';

const reason = 'Sixty cards within a minute, on two continents. How was that?';

// The calls that find the session ended, and the sign-in that is refused.
test.use({ provoked: [/status of 40[13]/] });

test('a suspended member is signed out, told why at sign-in, and let back', async ({ page, browser }) => {
  const member = await newCaller();
  const { email } = member.user;
  const theirs = await otherBrowser(browser);
  await lendSession(theirs, member);
  await theirs.goto(new URL('/dashboard', test.info().project.use.baseURL).href);
  await expect(theirs.getByRole('button', { name: 'Token history' })).toBeVisible();

  await lendAdminSession(page, 'admin');
  await page.goto(`/admin/dashboard?tab=users&user=${member.user.id}`);
  const details = page.getByRole('dialog', { name: email.split('@')[0] ?? '' });
  await details.getByRole('button', { name: 'Suspend…' }).click();
  const suspending = page.getByRole('dialog', { name: 'Suspend user' });
  await suspending.getByLabel('Reason').fill(reason);
  await suspending.getByRole('button', { name: 'Suspend' }).click();
  await expect(suspending).toBeHidden();
  await expect(details.getByText(`“${reason}”`)).toBeVisible();

  await theirs.getByRole('button', { name: 'Token history' }).click();
  const form = theirs.getByRole('form', { name: 'Sign In' });
  await form.getByLabel('Email').fill(email);
  await form.getByLabel('Password', { exact: true }).fill('trail-mix-7');
  await form.getByRole('button', { name: 'Sign In', exact: true }).click();
  const alert = form.getByRole('alert');
  await expect(alert).toContainText(reason);
  await expect(alert.getByRole('link', { name: 'Write to us' })).toBeVisible();
  await expect(form.getByLabel('Email')).toHaveValue(email);

  await details.getByRole('button', { name: 'Reinstate…' }).click();
  const reinstating = page.getByRole('dialog', { name: 'Reinstate user' });
  await reinstating.getByLabel('Reason').fill('They flew');
  await reinstating.getByRole('button', { name: 'Reinstate' }).click();
  await expect(reinstating).toBeHidden();
  await expect(details.getByText(`“${reason}”`)).toBeHidden();

  await form.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(theirs).toHaveURL(/\/dashboard/);
  await expect(theirs.getByRole('button', { name: 'Token history' })).toBeVisible();
  await theirs.close();
});
