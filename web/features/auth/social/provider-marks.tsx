/** The providers' marks, drawn here: in the colours that their guidelines ask for. Decoration: the buttons say the names. */
import type { ReactNode } from 'react';
import type { SocialProvider } from '#schema/social-providers.ts';

const shapes: Record<SocialProvider, ReactNode> = {
  google: (
    <g fill="none" strokeWidth="4">
      <path stroke="#ea4335" d="M18.13 6.86A8 8 0 0 0 5.07 8" />
      <path stroke="#fbbc05" d="M5.07 8a8 8 0 0 0 0 8" />
      <path stroke="#34a853" d="M5.07 16a8 8 0 0 0 12.07 2.13" />
      <path stroke="#4285f4" d="M17.14 18.13A8 8 0 0 0 20 12h-7.8" />
    </g>
  ),
  facebook: (
    <>
      <circle cx="12" cy="12" r="11" fill="#fff" />
      <path
        fill="#0866ff"
        d="M13.6 22.9v-8h2.6l.5-3.2h-3.1v-2c0-1 .5-1.8 1.9-1.8h1.4V5.2S15.7 5 14.5 5c-2.5 0-4.1 1.5-4.1 4.2v2.5H7.6v3.2h2.8v8z"
      />
    </>
  ),
  apple: (
    <path
      fill="currentColor"
      d="M17 12.5c0-2.3 1.9-3.4 2-3.5-1.1-1.6-2.8-1.8-3.4-1.8-1.4-.2-2.8.8-3.5.8s-1.8-.8-3-.8c-1.5 0-3 .9-3.8 2.3-1.6 2.8-.4 6.9 1.2 9.2.8 1.1 1.7 2.3 2.9 2.3 1.2-.1 1.6-.8 3-.8s1.8.8 3.1.7c1.3 0 2.1-1.1 2.9-2.2.9-1.3 1.3-2.5 1.3-2.6-.1 0-2.7-1-2.7-3.6zM14.7 5.6c.6-.8 1.1-1.9 1-3-1 .1-2.1.7-2.8 1.4-.6.7-1.1 1.8-1 2.9 1.1.1 2.2-.5 2.8-1.3z"
    />
  ),
};

export function ProviderMark({ provider }: { provider: SocialProvider }) {
  return (
    <svg className="provider-mark" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      {shapes[provider]}
    </svg>
  );
}
