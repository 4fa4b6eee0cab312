/** Detects in-app browsers, where Google blocks sign-in and the camera is often unavailable. */

/** The first match wins because Messenger's user agents also contain Facebook's tokens. */
const apps: [name: string, token: RegExp][] = [
  ['Messenger', /MessengerForiOS|Orca-Android/],
  ['Facebook', /\bFB(AN|AV|_IAB)\//],
  ['Threads', /\bBarcelona /],
  ['Instagram', /\bInstagram /],
  ['WeChat', /\bMicroMessenger\//],
  ['TikTok', /\bmusical_ly_|\btrill_|\bBytedanceWebview\//],
  ['LINE', /\bLine\//],
  ['KakaoTalk', /\bKAKAOTALK\b/],
  ['Snapchat', /\bSnapchat\//],
  ['X', /\bTwitter(Android| for iP)/],
  ['Pinterest', /\[Pinterest\//],
  ['LinkedIn', /\[LinkedInApp\]/],
  // Fallback that matches any other in-app browser on Android.
  ['this app', /; wv\)/],
];

export interface InAppBrowser {
  app: string;
  /** Whether an intent link can open the default browser. */
  opensIntents: boolean;
}

export function findInAppBrowser(userAgent: string): InAppBrowser | undefined {
  const app = apps.find(([, token]) => token.test(userAgent))?.[0];
  // WeChat ignores intent links.
  return app === undefined ? undefined : { app, opensIntents: userAgent.includes('Android') && app !== 'WeChat' };
}

/** Returns a URL that opens a page of this site in Android's default browser. Drops the page's fragment. */
export function intentUrl(url: string): string {
  const { protocol, host, pathname, search } = new URL(url);
  const view = 'action=android.intent.action.VIEW;category=android.intent.category.BROWSABLE';
  return `intent://${host}${pathname}${search}#Intent;scheme=${protocol.slice(0, -1)};${view};end`;
}
