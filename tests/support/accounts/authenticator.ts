/** Chromium's virtual authenticator, which stores passkeys and does not require a fingerprint. */
import type { Page } from '@playwright/test';

/** Adds a virtual authenticator to the page so that the page can create and use passkeys. */
export async function addAuthenticator(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}
