/**
 * Runs after the build. Checks the brotli-compressed JavaScript of each prerendered page and of the checkout page against budgets. Also
 * checks that code not needed by the home page is in separate chunks.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { figuresChunk, findChunk, frameChunk } from '#scripts/site/chunk-groups.ts';

const budgetBytes = 77_000;
/**
 * Byte budgets for the pages that need more code: sign-in (tabs, providers, passkey button), the card page (response parsing) and the
 * dashboard (greeting).
 * @type {Record<string, number>}
 */
const ownBudgets = { auth: 79_400, card: 92_000, 'shell-dashboard': 100_000 };
/** Number of files of JavaScript that the dashboard loads (scripts/site/chunk-groups.ts). */
const maxDashboardFiles = 20;
const checkoutBudgetBytes = 10_500;
/**
 * Budget in bytes for everything that only maps load: code, styles, land outlines and the tile renderer. A map needs either the outlines or
 * the renderer.
 */
const mapBudgetBytes = 90_000;
const mapSources = ['features/finding/map/LeafletMap.tsx', 'features/finding/map/land-layer.ts', 'features/finding/map/tile-layer.ts'];
const dist = process.argv[2] ?? fileURLToPath(new URL('../../dist/web/', import.meta.url));
const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'));
/** @param {number} bytes */
const kilobytes = (bytes) => `${(bytes / 1_000).toFixed(1).padStart(6)} KB`;

/**
 * Returns a chunk and its static imports, which the browser must load before it can run the chunk.
 * @param {string} key @param {Set<string>} [visited]
 */
function listLoadedChunks(key, visited = new Set()) {
  const chunk = manifest[key];
  if (!chunk || visited.has(key)) return visited;
  visited.add(key);
  for (const importedChunk of chunk.imports ?? []) listLoadedChunks(importedChunk, visited);
  return visited;
}

/**
 * Cache of compressed sizes by file, because every page includes the chunks of the first load.
 * @type {Map<string, number>}
 */
const compressedSizes = new Map();

/** Length of the hash at the end of a file's name, by extension, as set in vite.config.ts. @type {Record<string, number>} */
const hashLengths = { js: 7, css: 6 };

/**
 * Returns a file's text with the hashes in file names replaced by fixed placeholders. Otherwise new hashes alone would change a total by up
 * to 200 bytes.
 * @param {string} text
 */
function withFixedHashes(text) {
  /** @type {Map<string, string>} */
  const fixed = new Map();
  return text.replace(/([\w-]+)\.(js|css)\b/g, (whole, name, extension) => {
    const length = hashLengths[extension] ?? 0;
    if (name.length < length) return whole;
    const hash = name.slice(-length);
    const digest = createHash('sha256').update(String(fixed.size)).digest('base64url');
    if (!fixed.has(hash)) fixed.set(hash, digest.slice(0, length));
    return `${name.slice(0, -length)}${fixed.get(hash)}.${extension}`;
  });
}

/** @param {string} file path within the built site */
function compressedSize(file) {
  const size = compressedSizes.get(file) ?? brotliCompressSync(withFixedHashes(readFileSync(join(dist, file), 'utf8'))).length;
  compressedSizes.set(file, size);
  return size;
}

/** @param {string} key */
const chunkSize = (key) => compressedSize(manifest[key].file);

/** @param {Set<string>} chunks @param {Set<string>} visited */
function sumNewChunks(chunks, visited) {
  return [...chunks].filter((key) => !visited.has(key)).reduce((sum, key) => sum + chunkSize(key), 0);
}

/**
 * Returns the total size of a page's scripts, each counted once.
 * @param {string} html
 */
function prerenderedSize(html) {
  const files = new Set(Array.from(html.matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g), ([, file = '']) => file));
  return [...files].reduce((sum, file) => sum + compressedSize(file), 0);
}

/** @param {string} message */
function fail(message) {
  console.error(`check-bundle: ${message}`);
  process.exitCode = 1;
}

const entry = Object.keys(manifest).find((key) => manifest[key].isEntry);
if (!entry) throw new Error('check-bundle: the manifest has no entry; has the site been built?');
const firstLoadChunks = listLoadedChunks(entry);
const total = [...firstLoadChunks].reduce((sum, key) => sum + chunkSize(key), 0);

console.log('JavaScript that every page loads (brotli):');
for (const key of firstLoadChunks) console.log(`  ${kilobytes(chunkSize(key))}  ${manifest[key].file}`);
console.log(`  ${kilobytes(total)}`);
console.log(`JavaScript of each prerendered page (budget ${kilobytes(budgetBytes).trim()} unless noted):`);
for (const file of readdirSync(dist)
  // Of the members' pages, only the one that a member visits first has a budget because most files are cached afterward.
  .filter((name) => name.endsWith('.html') && (!name.startsWith('shell-') || name.replace('.html', '') in ownBudgets))
  .sort()) {
  const size = prerenderedSize(readFileSync(join(dist, file), 'utf8'));
  const name = file.replace(/\.html$/, '');
  const budget = ownBudgets[name] ?? budgetBytes;
  console.log(`  ${kilobytes(size)}  ${name}${name in ownBudgets ? `, of ${kilobytes(budget).trim()}` : ''}`);
  if (size > budget) fail(`the page ${name} is ${size - budget} bytes over its budget`);
}
console.log('Loaded on demand:');
for (const key of Object.keys(manifest)) {
  if (!firstLoadChunks.has(key) && manifest[key].file.endsWith('.js')) console.log(`  ${kilobytes(chunkSize(key))}  ${manifest[key].file}`);
}

// Checkout and maps are for members, who have loaded the dashboard before.
const dashboardChunks = new Set([
  ...firstLoadChunks,
  ...['DashboardPage', 'rest'].flatMap((name) => [...listLoadedChunks(`pages/dashboard/${name}.tsx`)]),
  ...[frameChunk, figuresChunk].flatMap((name) => [...listLoadedChunks(findChunk(manifest, name))]),
]);
console.log(`The dashboard: ${dashboardChunks.size} of ${maxDashboardFiles} files`);
if (dashboardChunks.size > maxDashboardFiles) fail(`the dashboard loads ${dashboardChunks.size} files`);

// Counts the larger of the two payment card forms. Excludes Stripe's own script, which is loaded from Stripe.
const checkout = listLoadedChunks('pages/checkout/CheckoutPage.tsx');
const [cardForm] = ['StripeCardForm', 'LocalCardForm']
  .map((name) => listLoadedChunks(`features/orders/payment/${name}.tsx`))
  .sort((one, other) => sumNewChunks(other, dashboardChunks) - sumNewChunks(one, dashboardChunks));
const checkoutTotal = sumNewChunks(new Set([...checkout, ...(cardForm ?? [])]), dashboardChunks);
console.log(`Checkout, beyond the dashboard: ${kilobytes(checkoutTotal).trim()} of ${kilobytes(checkoutBudgetBytes).trim()}`);

if (checkoutTotal > checkoutBudgetBytes) fail(`checkout is ${checkoutTotal - checkoutBudgetBytes} bytes over its budget`);
const mapChunks = new Set(mapSources.flatMap((source) => [...listLoadedChunks(source)]));
const mapStyles = [...mapChunks].flatMap((key) => (dashboardChunks.has(key) ? [] : (manifest[key].css ?? [])));
const mapTotal = mapStyles.reduce((sum, file) => sum + compressedSize(file), sumNewChunks(mapChunks, dashboardChunks));
console.log(`A map, beyond the dashboard: ${kilobytes(mapTotal).trim()} of ${kilobytes(mapBudgetBytes).trim()}`);
if (mapTotal > mapBudgetBytes) fail(`the map is ${mapTotal - mapBudgetBytes} bytes over its budget`);

const excluded = [
  ...mapSources,
  'pages/dashboard/DashboardPage.tsx',
  'pages/auth/AuthPage.tsx',
  'pages/cards/CardsPage.tsx',
  'pages/card-detail/CardDetailPage.tsx',
  'pages/card-landing/CardLandingPage.tsx',
  'pages/account/AccountPage.tsx',
  'pages/checkout/CheckoutPage.tsx',
  'pages/certificates/CertificatesPage.tsx',
  'pages/mail-links/pages.ts',
  'pages/forgot-password/ForgotPasswordPage.tsx',
  'pages/admin/pages.ts',
  'pages/developer/pages.ts',
  // The Firebase SDK is large and needed only for sign-in through a provider.
  'features/accounts/sign-in/social/firebase-sign-in.ts',
  // QR decoders; few scans use the second one.
  'features/scans/scanning/camera/small-reader.ts',
  'features/scans/scanning/camera/second-reader.ts',
];
for (const source of excluded) {
  if (!manifest[source]?.isDynamicEntry) fail(`${source} is not in its own chunk`);
}
