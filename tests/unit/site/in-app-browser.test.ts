import { describe, expect, test } from 'vitest';
import { findInAppBrowser, intentUrl } from '#web/lib/in-app-browser.ts';

const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const android = 'Mozilla/5.0 (Linux; Android 15; Pixel 8 Build/AP4A.250105.002; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0';
const tab = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko)';

test.each([
  [`${iphone} Mobile/15E148 Instagram 394.0.0.37.81 (iPhone15,2; iOS 18_6; en_US; scale=3.00; 1179x2556)`, 'Instagram', 'copy'],
  [`${android} Chrome/141.0.7390.122 Mobile Safari/537.36 Instagram 405.1.0.57.77 Android (35/15; 420dpi)`, 'Instagram', 'intent'],
  [`${android} Chrome/141.0.7390.122 Mobile Safari/537.36 Barcelona 405.0.0.50.77 Android (35/15; 420dpi)`, 'Threads', 'intent'],
  [`${iphone} Mobile/22G86 [FBAN/FBIOS;FBAV/531.0.0.42.69;FBBV/785;FBDV/iPhone15,2;FBMD/iPhone;FBSN/iOS]`, 'Facebook', 'copy'],
  [`${android} Chrome/141.0.7390.122 Mobile Safari/537.36 [FB_IAB/FB4A;FBAV/535.0.0.49.72;]`, 'Facebook', 'intent'],
  [`${iphone} Mobile/22G86 [FBAN/MessengerForiOS;FBAV/527.0.0.51.108;FBBV/776;FBSN/iOS]`, 'Messenger', 'copy'],
  [`${android} Chrome/141.0.7390.122 Mobile Safari/537.36 [FB_IAB/Orca-Android;FBAV/530.0.0.51.105;]`, 'Messenger', 'intent'],
  [`${iphone} Mobile/15E148 MicroMessenger/8.0.62(0x18003e2d) NetType/WIFI Language/en`, 'WeChat', 'copy'],
  [
    `${android} Chrome/130.0.6723.103 Mobile Safari/537.36 XWEB/1300473 MMWEBSDK/20250503 MicroMessenger/8.0.61.2880(0x28)`,
    'WeChat',
    'copy',
  ],
  [
    `${iphone} Mobile/22G86 musical_ly_41.3.0 JsSdk/2.0 NetType/WIFI Channel/App Store ByteLocale/en BytedanceWebview/d8a21c6`,
    'TikTok',
    'copy',
  ],
  [`${android} Chrome/141.0.7390.122 Mobile Safari/537.36 trill_2024108030 JsSdk/1.0 AppName/trill`, 'TikTok', 'intent'],
  [`${android} Chrome/141.0.7390.122 Mobile Safari/537.36 BytedanceWebview/d8a21c6`, 'TikTok', 'intent'],
  [`${iphone} Mobile/15E148 Safari Line/15.13.0`, 'LINE', 'copy'],
  [`${android} Chrome/141.0.7390.122 Mobile Safari/537.36 Line/15.14.1/IAB`, 'LINE', 'intent'],
  [`${android} Chrome/141.0.7390.122 Mobile Safari/537.36;KAKAOTALK 2511080`, 'KakaoTalk', 'intent'],
  [`${iphone} Mobile/15E148 KAKAOTALK/11.4.0 (INAPP)`, 'KakaoTalk', 'copy'],
  [`${iphone} Mobile/15E148 Snapchat/13.55.0.40 (like Safari/8621.2.5.10.10, panda)`, 'Snapchat', 'copy'],
  [`${iphone} Mobile/15E148 Twitter for iPhone/11.12`, 'X', 'copy'],
  [`${android} Chrome/141.0.7390.122 Mobile Safari/537.36 TwitterAndroid`, 'X', 'intent'],
  [`${iphone} Mobile/15E148 [Pinterest/iOS]`, 'Pinterest', 'copy'],
  [`${iphone} Mobile/15E148 [LinkedInApp]/9.30.5128`, 'LinkedIn', 'copy'],
  [`${android} Chrome/141.0.7390.122 Mobile Safari/537.36`, 'this app', 'intent'],
] as const)('%s is the browser of %s, left by %s', (userAgent, app, way) => {
  expect(findInAppBrowser(userAgent)).toEqual({ app, opensIntents: way === 'intent' });
});

test.each([
  `${iphone} Version/18.6 Mobile/15E148 Safari/604.1`,
  // User agent of the site opened from an iPhone's home screen.
  `${iphone} Mobile/15E148`,
  `${iphone} CriOS/141.0.7390.96 Mobile/15E148 Safari/604.1`,
  `${iphone} FxiOS/144.0 Mobile/15E148 Safari/604.1`,
  `${iphone} GSA/391.0.813 Mobile/15E148 Safari/604.1`,
  `${tab} Chrome/141.0.0.0 Mobile Safari/537.36`,
  `${tab} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`,
  `${tab} Chrome/141.0.0.0 Mobile Safari/537.36 EdgA/141.0.0.0`,
  'Mozilla/5.0 (Android 15; Mobile; rv:144.0) Gecko/144.0 Firefox/144.0',
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 Online/1.0',
])('%s is a browser of its own', (userAgent) => {
  expect(findInAppBrowser(userAgent)).toBeUndefined();
});

describe('the link that Android opens in the default browser', () => {
  test.each([
    [
      'https://cards.test/card?id=TC-0000001&k=ABCD2345',
      'intent://cards.test/card?id=TC-0000001&k=ABCD2345#Intent;scheme=https;action=android.intent.action.VIEW;category=android.intent.category.BROWSABLE;end',
    ],
    // The fragment is dropped because it would terminate the intent URL early.
    [
      'http://localhost:8787/dashboard?tab=cards#top',
      'intent://localhost:8787/dashboard?tab=cards#Intent;scheme=http;action=android.intent.action.VIEW;category=android.intent.category.BROWSABLE;end',
    ],
  ])('for %s is %s', (url, intent) => {
    expect(intentUrl(url)).toBe(intent);
  });
});
