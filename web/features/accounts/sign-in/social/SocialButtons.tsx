import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import '#web/features/accounts/sign-in/social/social.css';
import { Link } from 'wouter';
import { providerNames, socialProviders } from '#schema/accounts/social-providers.ts';
import { minimumAgeYears } from '#schema/rules.ts';
import type { SocialSignInState } from '#web/features/accounts/sign-in/social/use-social-sign-in.ts';
import { paths } from '#web/lib/paths.ts';

/** Shows one button per identity provider. Reserves space for the buttons until the list of providers is loaded. */
export function SocialButtons({
  social: { providers, loadProviders, isLoadingProviders, redirectProvider, start },
}: {
  social: SocialSignInState;
}) {
  if (providers?.length === 0) return null;
  return (
    <div className={providers === undefined ? 'stack gap-3 social social-unknown' : 'stack gap-3 social'} tabIndex={-1}>
      {providers === null ? (
        <>
          <p className="social-missing">{t`Couldn’t load Google, Facebook and Apple sign-in.`}</p>
          <button
            type="button"
            className="secondary"
            ref={releaseFocus}
            aria-busy={isLoadingProviders || undefined}
            onClick={loadProviders}
          >
            {t`Try again`}
          </button>
        </>
      ) : (
        <>
          {(providers ?? socialProviders).map((provider) => (
            <button
              key={provider}
              type="button"
              className={`social-button social-${provider}`}
              aria-busy={redirectProvider === provider || undefined}
              aria-disabled={redirectProvider !== undefined || undefined}
              onClick={() => start(provider)}
            >
              <span className="provider-mark" />
              <span>
                <Trans>
                  Continue with <span translate="no">{providerNames[provider]}</span>
                </Trans>
              </span>
            </button>
          ))}
          <p className="social-terms">
            <Trans>
              Continue only if you’re {minimumAgeYears} or older and accept the <Link href={paths.terms}>Terms</Link> and the{' '}
              <Link href={paths.privacy}>Privacy Policy</Link>.
            </Trans>
          </p>
        </>
      )}
      <p className="social-or">{t`or`}</p>
    </div>
  );
}

/** Moves the focus to the group of provider buttons when they replace the focused button. */
function releaseFocus(button: HTMLElement | null) {
  return () => {
    if (button === document.activeElement) button?.parentElement?.focus();
  };
}
