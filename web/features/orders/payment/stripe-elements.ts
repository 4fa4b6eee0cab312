/** Stripe's own card form in our colours. */
import type { Appearance, Stripe } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';

/** Stripe's script, loaded when a card form needs it. Rejects where it cannot be had. */
export async function stripeOf(publishableKey: string): Promise<Stripe> {
  const stripe = await loadStripe(publishableKey);
  if (!stripe) throw new Error('Stripe is not available');
  return stripe;
}

/** The colours and shapes of tokens.css as they are now: it follows the colour scheme. */
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

/** Calls back when the colour scheme changes; answers how to stop. */
export function onColorScheme(listener: () => void): () => void {
  const query = matchMedia('(prefers-color-scheme: dark)');
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}
