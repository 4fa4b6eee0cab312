import {
  type MemberRouteName,
  memberRouteNames,
  type PageRoute,
  prerendered,
  type RouteName,
  routeNames,
  routes,
  sitemapPaths,
} from '#schema/routes.ts';
import { originPlaceholder } from '#web/prerender/origin-placeholder.ts';

/** Path of the shell for pages that are not prerendered; not itself a page. */
const shell = '/shell';
/** Path that matches no file. The hosting platform serves 404.html for it. */
const unusedPath = '/__none';

export function getPageFile({ path }: Pick<PageRoute, 'path'>): string {
  return path.endsWith('/') ? `${path.slice(1)}index.html` : `${path.slice(1)}.html`;
}

export function getFrameFile(name: MemberRouteName): string {
  return `${shell.slice(1)}-${name}.html`;
}

/**
 * Returns the `_redirects` file. Pages without a file of their own get the shell, or the frame for a member's page, with status 200.
 * Trailing slashes are allowed, also for the pages in other languages, whose paths are `translated`. The hosting platform handles everything else: files, and 404.html for unknown paths.
 */
export function redirects({ isDevelopment, translated = [] }: { isDevelopment: boolean; translated?: string[] }): string {
  // Hides the paths of the HTML files. Otherwise the hosting platform would redirect `.html` paths and return 200 for the shell and the
  // not-found page.
  const hidden = ['/*.html', `${shell}*`, routes.notFound.path].map((path) => [path, unusedPath]);
  const pages = routeNames
    .filter((name) => name !== 'notFound' && (isDevelopment || routes[name].guard !== 'developer'))
    .flatMap((name) => listRedirectLines(name));
  for (const path of translated) if (!path.endsWith('/')) pages.push([`${path}/`, path]);
  return [...hidden, ...pages].map(([path, target]) => `${path} ${target} 200\n`).join('');
}

function listRedirectLines(name: RouteName): [path: string, target: string][] {
  const { path } = routes[name];
  if (path === '/') return [];
  if (name in prerendered) return [[`${path}/`, path]];
  const target = isForMembers(name) ? `/${getFrameFile(name).replace('.html', '')}` : shell;
  return [path, `${path}/`].map((address) => [address, target]);
}

function isForMembers(name: RouteName): name is MemberRouteName {
  return memberRouteNames.some((memberRoute) => memberRoute === name);
}

/** The hosting platform's limit on the number of rules in `_headers`. */
const maxHeaderRules = 100;

/**
 * Returns `_headers` rules that set the character encoding of XML files. Each file is named because a pattern would also apply to the page
 * returned for a missing file.
 */
export function encodingRules(files: string[], rulesBefore: number): string {
  const svgNames = files.filter((file) => file.endsWith('.svg')).map((file) => [file, 'image/svg+xml']);
  const rules = [...svgNames, ['sitemap.xml', 'application/xml']];
  if (rulesBefore + rules.length > maxHeaderRules) throw new Error(`More than ${maxHeaderRules} rules in _headers`);
  return rules.map(([file, type]) => `\n/${file}\n  Content-Type: ${type}; charset=utf-8\n`).join('');
}

/** Returns robots.txt, which excludes API calls and pages that are empty without a session. */
export function robots(): string {
  const ownPages = routeNames
    .filter((name) => !(name in prerendered) && routes[name].guard !== 'developer')
    .map((name) => routes[name].path.replace(/:.*/, ''));
  const disallowed = [...new Set(['/api/', '/dev/', '/admin/', ...ownPages])].filter(
    (prefix, _, prefixes) => !prefixes.some((other) => other !== prefix && prefix.startsWith(other)),
  );
  return ['User-agent: *', ...disallowed.map((prefix) => `Disallow: ${prefix}`), '', `Sitemap: ${originPlaceholder}/sitemap.xml`, ''].join(
    '\n',
  );
}

export function sitemap(translated: string[] = []): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...[...sitemapPaths(), ...translated].map((path) => `  <url><loc>${originPlaceholder}${path}</loc></url>`),
    '</urlset>',
    '',
  ].join('\n');
}
