import type { Appearance, Stripe, StripeElementLocale } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import { getLanguage } from '#web/lib/words/words.ts';

/** Loads Stripe.js on demand, in the page's language, or on an English page in the browser's. Rejects if it cannot be loaded. */
export async function getStripe(publishableKey: string): Promise<Stripe> {
  const stripe = await loadStripe(publishableKey, { locale: getLanguage() === 'en' ? 'auto' : (getLanguage() as StripeElementLocale) });
  if (!stripe) throw new Error('Stripe is not available');
  return stripe;
}

/** Returns Stripe's theme options from tokens.css, for the current color scheme. */
export function currentAppearance(): Appearance {
  const style = getComputedStyle(document.documentElement);
  const token = (name: string) => style.getPropertyValue(name).trim();
  const border = `2px solid ${token('--line-strong')}`;
  return {
    theme: 'flat',
    disableAnimations: matchMedia('(prefers-reduced-motion: reduce)').matches,
    variables: {
      colorPrimary: token('--forest'),
      colorBackground: token('--paper-raised'),
      colorText: token('--ink'),
      colorTextSecondary: token('--ink-soft'),
      colorTextPlaceholder: token('--ink-soft'),
      colorDanger: token('--vermilion'),
      fontFamily: token('--font-text'),
      fontSizeBase: '17px',
      spacingUnit: '4px',
      borderRadius: '12px',
      focusBoxShadow: `0 0 0 2px ${token('--focus')}`,
      focusOutline: 'none',
    },
    rules: {
      '.Input': { border, padding: '11px 14px' },
      '.Tab': { border },
      '.Block': { border },
      '.Label': { fontWeight: '650' },
    },
  };
}

/** Calls the listener when the color scheme changes. Returns an unsubscribe function. */
export function onColorScheme(listener: () => void): () => void {
  const query = matchMedia('(prefers-color-scheme: dark)');
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}
