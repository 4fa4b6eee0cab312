import type { languages } from '#schema/languages.ts';
import { chooseLanguage } from '#web/lib/words/words.ts';
import { CloseIcon, InfoIcon } from '#web/ui/icons/shell-icons.tsx';

/** Written in the language that they offer. */
const offers: Record<keyof typeof languages, { text: string; open: string; close: string }> = {
  de: { text: 'Diese Seite gibt es auch auf Deutsch.', open: 'Auf Deutsch lesen', close: 'Schließen' },
};

/** Offers the page in the language of the visitor's browser. */
export function LanguageOffer({ language, href, onClose }: { language: string; href: string; onClose: () => void }) {
  const offer = offers[language as keyof typeof offers];
  if (!offer) return null;
  return (
    <section className="toast-region language-offer" lang={language} aria-label={offer.text}>
      <div className="toast toast-info">
        <InfoIcon />
        <div className="toast-text">
          <strong>{offer.text}</strong>
          <p>
            <a href={href} hrefLang={language} onClick={() => chooseLanguage(language)}>
              {offer.open}
            </a>
          </p>
        </div>
        <button type="button" className="icon-button" aria-label={offer.close} onClick={onClose}>
          <CloseIcon />
        </button>
      </div>
    </section>
  );
}
