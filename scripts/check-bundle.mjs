/**
 * After the build: what JavaScript a public page (Home) loads before anything else may happen, brotli-compressed, against
 * its budget; what the checkout page adds to that; and that what Home does not need is in chunks of its own.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';

const budgetBytes = 75_000;
const checkoutBudgetBytes = 25_000;
const dist = process.argv[2] ?? fileURLToPath(new URL('../dist/web/', import.meta.url));
const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'));
/** @param {number} bytes */
const kilobytes = (bytes) => `${(bytes / 1_000).toFixed(1).padStart(6)} KB`;

/**
 * A chunk and everything it imports statically: what the browser must have before the chunk can run.
 * @param {string} key @param {Set<string>} [seen]
 */
function loadedWith(key, seen = new Set()) {
  const chunk = manifest[key];
  if (!chunk || seen.has(key)) return seen;
  seen.add(key);
  for (const imported of chunk.imports ?? []) loadedWith(imported, seen);
  return seen;
}

/** @param {string} key */
function brotliSize(key) {
  return brotliCompressSync(readFileSync(join(dist, manifest[key].file))).length;
}

/** @param {Set<string>} chunks @param {Set<string>} known */
function sizeBeyond(chunks, known) {
  return [...chunks].filter((key) => !known.has(key)).reduce((sum, key) => sum + brotliSize(key), 0);
}

/** @param {string} message */
function fail(message) {
  console.error(`check-bundle: ${message}`);
  process.exitCode = 1;
}

const entry = Object.keys(manifest).find((key) => manifest[key].isEntry);
if (!entry) throw new Error('check-bundle: the manifest names no entry; has the site been built?');
const first = loadedWith(entry);
const total = [...first].reduce((sum, key) => sum + brotliSize(key), 0);

console.log('First-load JavaScript of a public page (brotli):');
for (const key of first) console.log(`  ${kilobytes(brotliSize(key))}  ${manifest[key].file}`);
console.log(`  ${kilobytes(total)}  of ${kilobytes(budgetBytes).trim()}`);
console.log('Loaded on demand:');
for (const key of Object.keys(manifest)) {
  if (!first.has(key) && manifest[key].file.endsWith('.js')) console.log(`  ${kilobytes(brotliSize(key))}  ${manifest[key].file}`);
}

// With whichever card form is the larger one; Stripe's own script comes from Stripe.
const checkout = loadedWith('features/checkout/CheckoutPage.tsx');
const [cardForm] = ['StripeCardForm', 'LocalCardForm']
  .map((name) => loadedWith(`components/orders/${name}.tsx`))
  .sort((one, other) => sizeBeyond(other, first) - sizeBeyond(one, first));
const checkoutTotal = sizeBeyond(new Set([...checkout, ...(cardForm ?? [])]), first);
console.log(`Checkout, beyond the first load: ${kilobytes(checkoutTotal).trim()} of ${kilobytes(checkoutBudgetBytes).trim()}`);

if (checkoutTotal > checkoutBudgetBytes) fail(`checkout is ${checkoutTotal - checkoutBudgetBytes} bytes over its budget`);
if (total > budgetBytes) fail(`the first load is ${total - budgetBytes} bytes over its budget`);
const pages = [
  'dashboard/DashboardPage',
  'auth/AuthPage',
  'cards/CardsPage',
  'cards/CardDetailPage',
  'cards/CardLandingPage',
  'account/AccountPage',
  'checkout/CheckoutPage',
  'certificates/CertificatesPage',
  'mail-links/VerifyEmailPage',
];
for (const page of pages) {
  const key = `features/${page}.tsx`;
  if (!manifest[key]?.isDynamicEntry) fail(`${page} is not in a chunk of its own`);
}
