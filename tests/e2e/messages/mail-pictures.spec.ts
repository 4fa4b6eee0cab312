/**
 * Every email as displayed by an email client, in light and dark mode: nothing is wider than the window, and axe-core reports no
 * violations.
 */

import { expect } from '#tests/support/browser/quiet-console.ts';
import { checkScreen } from '#tests/support/browser/screens.ts';
import { test } from '#tests/support/browser/shared-page.ts';
import { samplePayloads } from '#tests/support/messages/sample-mails.ts';
import type { MailTemplate } from '#worker/domain/messages/mail.ts';
import { composeMail } from '#worker/mails/compose.ts';
import { english } from '#worker/words/words.ts';

const templates = Object.keys(samplePayloads) as MailTemplate[];

async function htmlOf(template: MailTemplate, payload: Record<string, string | null>): Promise<string> {
  const secret = new TextEncoder().encode('a key of the tests alone, long enough');
  const linkSigningKey = await crypto.subtle.importKey('raw', secret, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify']);
  const queued = {
    messageId: '<1@cards.test>',
    userId: 7,
    unsubscribeEpoch: 0,
    username: null,
    template,
    to: 'fay@example.test',
    payload: JSON.stringify(payload),
  };
  return (await composeMail(queued, { publicOrigin: 'https://cards.test', linkSigningKey }, english)).html;
}

// Uses a blank page because emails are not subject to the site's content security policy.
test.beforeEach(async ({ page }) => {
  await page.goto('about:blank');
});

// Disables landmark rules because an email has no landmarks of its own: it is displayed inside the email client's page.
const disabledRules = ['region', 'landmark-one-main'];

test('an email as it is sent', { tag: '@long' }, async ({ page }) => {
  await page.setContent(await htmlOf('welcome', samplePayloads.welcome));
  await checkScreen(page, 'mail-welcome', { excludedRules: disabledRules });
});

test('all emails, one below the other', { tag: '@long' }, async ({ page }) => {
  const mails = await Promise.all(templates.map(async (template) => [template, await htmlOf(template, samplePayloads[template])] as const));
  const bodies = mails.map(([template, html]) => `<div class="mail-${template}">${/<body[^>]*>(.*)<\/body>/s.exec(html)?.[1]}</div>`);
  expect(bodies.filter((body) => body.includes('<h1'))).toHaveLength(templates.length);
  await page.setContent(mails[0]?.[1].replace(/(<body[^>]*>).*(?=<\/body>)/s, (_, begin) => begin + bodies.join('\n')) ?? '');
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(templates.length);
  await checkScreen(page, 'mails', { excludedRules: disabledRules });
});

test('an email with the longest values stays within a narrow window', { tag: '@long' }, async ({ page }) => {
  const long = 'W'.repeat(200);
  for (const template of templates) {
    const payload = Object.fromEntries(Object.keys(samplePayloads[template]).map((name) => [name, long]));
    await page.setContent(await htmlOf(template, payload));
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(overflow, template).toBeLessThanOrEqual(0);
  }
});
