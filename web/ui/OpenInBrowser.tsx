import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { type InAppBrowser, intentUrl } from '#web/lib/in-app-browser.ts';

/** Leaves an in-app browser: opens the device's browser, or copies the link if that is impossible. */
export function OpenInBrowser({ browser, url }: { browser: InAppBrowser; url: string }) {
  const [copying, setCopying] = useState<'done' | 'failed'>();
  if (browser.opensIntents) {
    return (
      <a className="button secondary button-block" href={intentUrl(url)}>
        {t`Open in your browser`}
      </a>
    );
  }

  async function copy() {
    try {
      await navigator.clipboard.writeText(url);
      setCopying('done');
    } catch {
      setCopying('failed');
    }
  }

  return (
    <>
      <button type="button" className="secondary button-block" onClick={copy}>
        {t`Copy link for your browser`}
      </button>
      <p role="status" className="small">
        {copying === 'done' && t`Link copied. Paste it into your browser’s address bar.`}
        {copying === 'failed' && <>{t`Copy this link: ${url}`}</>}
      </p>
    </>
  );
}
