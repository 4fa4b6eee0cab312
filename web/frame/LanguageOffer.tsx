import { useState } from 'react';
import type { languages } from '#schema/languages.ts';
import { canBeSignedIn } from '#web/lib/auth-storage.ts';
import { addressOf, chooseLanguage, readChoice } from '#web/lib/words/words.ts';
import { CloseIcon, InfoIcon } from '#web/ui/icons/shell-icons.tsx';

/** Written in the language that they offer. */
const offers: Record<keyof typeof languages, { text: string; open: string; close: string }> = {
  de: { text: 'Diese Seite gibt es auch auf Deutsch.', open: 'Auf Deutsch lesen', close: 'Schließen' },
};

/**
 * Returns the language of the visitor's browser if the page, which is in English, also exists in it. Returns it once per device: English is
 * then the choice until the visitor makes another.
 */
function findOffer(path: string): string | undefined {
  const [browserLanguage = ''] = navigator.language.split('-');
  if (addressOf(path, browserLanguage) === path || readChoice() !== null) return undefined;
  chooseLanguage('en');
  return browserLanguage;
}

/** Offers the page in the language of the visitor's browser. */
export function LanguageOffer({ path }: { path: string }) {
  const [language, setLanguage] = useState(() => findOffer(path));
  const offer = offers[language as keyof typeof offers];
  if (!language || !offer) return null;
  return (
    <section className="toast-region language-offer" lang={language} aria-label={offer.text}>
      <div className="toast toast-info">
        <InfoIcon />
        <div className="toast-text">
          <strong>{offer.text}</strong>
          <p>
            <a
              href={addressOf(path, language) + location.search}
              hrefLang={language}
              onClick={() => chooseLanguage(language, canBeSignedIn())}
            >
              {offer.open}
            </a>
          </p>
        </div>
        <button type="button" className="icon-button" aria-label={offer.close} onClick={() => setLanguage(undefined)}>
          <CloseIcon />
        </button>
      </div>
    </section>
  );
}
