/** Follows every reference in the site's pages: links, anchors, images, styles, scripts and icons. */
import { expect, type Page } from '@playwright/test';
import { contactEmail, privacyEmail } from '#schema/site-contacts.ts';
import { testOrigin } from '#tests/support/browser/demo.ts';

/** The only external URLs that pages may link to. */
const outsideAllowed = [`mailto:${contactEmail}`, `mailto:${privacyEmail}`];
/** Links that give directions to a card, in the device's own map app or on the web. */
const directions = /^(geo:|https:\/\/www\.openstreetmap\.org\/(\?mlat=|directions\?to=))/;

const kinds: Record<string, RegExp> = {
  picture: /^image\//,
  style: /^text\/css/,
  /** Allowed content types of files that a style sheet refers to. */
  ofStyle: /^(image\/|font\/woff2)/,
  script: /^text\/javascript/,
  manifest: /^application\/(manifest\+)?json/,
  /** Allowed content types of downloads and of other linked files that are not pages. */
  file: /^(image\/|application\/pdf|application\/(json|gpx\+xml)|text\/)/,
};

interface Named {
  kind: string;
  address: string;
}

/** Absolute URLs that a page refers to. */
interface Found {
  links: string[];
  files: Named[];
  ids: string[];
}

export class Crawl {
  readonly #page: Page;
  readonly #waiting: string[];
  readonly #idsByPath = new Map<string, Set<string>>();
  readonly #anchors: { from: string; path: string; id: string }[] = [];
  readonly #fetched = new Set<string>();

  constructor(page: Page, start: string) {
    this.#page = page;
    this.#waiting = [start];
  }

  get visited(): string[] {
    return [...this.#idsByPath.keys()];
  }

  /** Visits every reachable page and calls `visitPage` once each page has loaded. */
  async run(visitPage: (path: string) => Promise<void>): Promise<void> {
    for (let path = this.#waiting.pop(); path !== undefined; path = this.#waiting.pop()) {
      if (this.#idsByPath.has(path)) continue;
      const answer = await this.#page.goto(path);
      expect(answer?.status(), path).toBe(200);
      expect(answer?.headers()['content-type'], path).toMatch(/^text\/html/);
      await expect(this.#page.locator('main h1:visible'), path).toHaveCount(1);
      // Lists have the ids that other pages link to.
      await expect(this.#page.locator('main .skeleton:visible'), path).toHaveCount(0);
      const found = await this.#page.evaluate(findAll);
      this.#idsByPath.set(path, new Set(found.ids));
      for (const link of found.links) await this.#follow(path, link);
      for (const file of found.files) await this.#fetch(path, file);
      await visitPage(path);
    }
    const deadAnchors = this.#anchors.filter(({ path, id }) => !this.#idsByPath.get(path)?.has(id));
    expect(deadAnchors, 'links to missing anchors').toEqual([]);
  }

  async #follow(from: string, link: string): Promise<void> {
    const url = new URL(link);
    if (url.origin !== testOrigin) {
      if (!directions.test(link)) expect(outsideAllowed, `a link on ${from}`).toContain(link);
    } else if (url.pathname.startsWith('/api/')) {
      await this.#fetch(from, { kind: 'file', address: link });
    } else {
      const path = url.pathname + url.search;
      if (url.hash) this.#anchors.push({ from, path, id: decodeURIComponent(url.hash.slice(1)) });
      this.#waiting.push(path);
    }
  }

  async #fetch(from: string, { kind, address }: Named): Promise<void> {
    if (this.#fetched.has(address) || address.startsWith('data:') || address.startsWith('blob:')) return;
    this.#fetched.add(address);
    expect(new URL(address).origin, `${kind} of ${from}`).toBe(testOrigin);
    const answer = await this.#page.request.get(address);
    expect(answer.status(), `${address}, named by ${from}`).toBe(200);
    expect(answer.headers()['content-type'], address).toMatch(kinds[kind] as RegExp);
    if (kind === 'style')
      for (const [, inside = ''] of (await answer.text()).matchAll(/url\(["']?([^"')]+)["']?\)/g)) {
        await this.#fetch(address, { kind: 'ofStyle', address: new URL(inside, address).href });
      }
    if (kind === 'manifest') {
      const { start_url, icons } = (await answer.json()) as { start_url: string; icons: { src: string }[] };
      await this.#follow(address, new URL(start_url, address).href);
      for (const { src } of icons) await this.#fetch(address, { kind: 'picture', address: new URL(src, address).href });
    }
  }
}

/** Runs in the browser. Collects all URLs that the page refers to. */
function findAll(): Found {
  const all = <E extends Element>(selector: string) => [...document.querySelectorAll<E>(selector)];
  const files = (kind: string, addresses: (string | undefined)[]) =>
    addresses.flatMap((address) => (address ? [{ kind, address: new URL(address, document.baseURI).href }] : []));
  const linkTargets = (rel: string) => all<HTMLLinkElement>(`link[rel~="${rel}"]`).map(({ href }) => href);
  const metaContent = (property: string) => all<HTMLMetaElement>(`meta[property="${property}"]`).map(({ content }) => content);
  return {
    // Links to other languages would change the language of all later pages.
    links: all<HTMLAnchorElement>('a[href]:not([hreflang])').map(({ href }) => href),
    ids: all('[id]').map(({ id }) => id),
    files: [
      ...files(
        'picture',
        all<HTMLImageElement>('img').map(({ src }) => src),
      ),
      ...files('picture', [...linkTargets('icon'), ...linkTargets('apple-touch-icon'), ...metaContent('og:image')]),
      ...files('style', linkTargets('stylesheet')),
      ...files('script', [...linkTargets('modulepreload'), ...all<HTMLScriptElement>('script[src]').map(({ src }) => src)]),
      ...files('manifest', linkTargets('manifest')),
    ],
  };
}
