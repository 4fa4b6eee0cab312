/**
 * An administrator suspends a member: the open page is signed out, the sign-in form shows the reason, and sign-in works again after
 * reinstatement.
 */
import { addAdminSession } from '#tests/support/admin/admin.ts';
import { addSession, newCaller } from '#tests/support/browser/callers.ts';
import { expect, otherBrowser } from '#tests/support/browser/quiet-console.ts';
import { test } from '#tests/support/browser/shared-page.ts';

const reason = 'Sixty cards within a minute, on two continents. How was that?';

// Expected console errors: calls made with the revoked session, and the rejected sign-in.
test.use({ provoked: [/status of 40[13]/] });

test('a suspended member is signed out, sees the reason at sign-in, and is reinstated', { tag: '@long' }, async ({ page, browser }) => {
  const member = await newCaller();
  const { email } = member.user;
  const memberPage = await otherBrowser(browser);
  await addSession(memberPage, member);
  await memberPage.goto(new URL('/dashboard', test.info().project.use.baseURL).href);
  await expect(memberPage.getByRole('button', { name: 'Token history' })).toBeVisible();

  await addAdminSession(page, 'admin');
  await page.goto(`/admin/dashboard?tab=users&user=${member.user.id}`);
  const details = page.getByRole('region', { name: email.split('@')[0] ?? '' });
  await details.getByRole('button', { name: 'Suspend…' }).click();
  const suspending = page.getByRole('dialog', { name: 'Suspend user' });
  await suspending.getByLabel('Reason').fill(reason);
  await suspending.getByRole('button', { name: 'Suspend' }).click();
  await expect(suspending).toBeHidden();
  await expect(details.getByText(`“${reason}”`)).toBeVisible();

  await memberPage.getByRole('button', { name: 'Token history' }).click();
  const form = memberPage.getByRole('form', { name: 'Sign In' });
  await form.getByLabel('Email').fill(email);
  await form.getByLabel('Password', { exact: true }).fill('trail-mix-7');
  await form.getByRole('button', { name: 'Sign In', exact: true }).click();
  const alert = form.getByRole('alert');
  await expect(alert).toContainText(reason);
  await expect(alert.getByRole('link', { name: 'Contact us' })).toBeVisible();
  await expect(form.getByLabel('Email')).toHaveValue(email);

  await details.getByRole('button', { name: 'Reinstate…' }).click();
  const reinstateDialog = page.getByRole('dialog', { name: 'Reinstate user' });
  await reinstateDialog.getByLabel('Reason').fill('They flew');
  await reinstateDialog.getByRole('button', { name: 'Reinstate' }).click();
  await expect(reinstateDialog).toBeHidden();
  await expect(details.getByText(`“${reason}”`)).toBeHidden();

  await form.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(memberPage).toHaveURL(/\/dashboard/);
  await expect(memberPage.getByRole('button', { name: 'Token history' })).toBeVisible();
  await memberPage.close();
});
