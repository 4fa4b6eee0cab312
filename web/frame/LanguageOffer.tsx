import { msg } from '@lingui/core/macro';
import { useEffect, useState } from 'react';
import { primaryLanguage } from '#schema/languages.ts';
import { fillMessage, hashMessage, type Message } from '#schema/message.ts';
import { routeAt } from '#schema/routes.ts';
import { useUser } from '#web/features/accounts/session/session.ts';
import { memberBar } from '#web/frame/member-bar.tsx';
import { canBeSignedIn } from '#web/lib/auth-storage.ts';
import { addressOf, chooseLanguage, fetchWords, listLanguages, readChoice } from '#web/lib/words/words.ts';
import { CloseIcon, InfoIcon } from '#web/ui/icons/shell-icons.tsx';

/** Shown in the language that they offer. */
const texts = {
  text: msg({ message: 'This page is also available in English.', comment: 'In your language, with its name: “also available in German”' }),
  open: msg({ message: 'Read in English', comment: 'In your language, with its name: “Read in German”' }),
  close: msg`Close`,
};

type Offer = Record<keyof typeof texts, string> & { code: string };

/**
 * Returns the language of the visitor's browser if the page, which is in English, also exists in it. Returns it once per device: English is
 * then the choice until the visitor makes another.
 */
function findOffer(path: string): string | undefined {
  const code = listLanguages().find((language) => primaryLanguage(language) === primaryLanguage(navigator.language));
  if (code === undefined || addressOf(path, code) === path || readChoice() !== null) return undefined;
  chooseLanguage('en');
  return code;
}

/** Offers the page in the language of the visitor's browser. */
export function LanguageOffer({ path }: { path: string }) {
  const [code] = useState(() => findOffer(path));
  const [offer, setOffer] = useState<Offer>();
  const { user } = useUser();
  const hasMemberBar = user === undefined ? undefined : user !== null;
  useEffect(() => {
    if (!code || hasMemberBar === undefined) return;
    const show = () => void readOffer(code, path).then(setOffer);
    // The offer is above the member bar and would move up when the bar appears.
    if (hasMemberBar) memberBar.preload().then(show, show);
    else show();
  }, [code, path, hasMemberBar]);
  if (!offer) return null;
  return (
    <section className="toast-region language-offer" lang={offer.code} aria-label={offer.text}>
      <div className="toast toast-info">
        <InfoIcon />
        <div className="toast-text">
          <strong>{offer.text}</strong>
          <p>
            <a
              href={addressOf(path, offer.code) + location.search}
              hrefLang={offer.code}
              onClick={() => chooseLanguage(offer.code, canBeSignedIn())}
            >
              {offer.open}
            </a>
          </p>
        </div>
        <button type="button" className="icon-button" aria-label={offer.close} onClick={() => setOffer(undefined)}>
          <CloseIcon />
        </button>
      </div>
    </section>
  );
}

/** Returns nothing if the words do not load. */
async function readOffer(code: string, path: string): Promise<Offer | undefined> {
  const words = await fetchWords(routeAt(path) ?? '', code);
  const read = ({ message }: { message?: unknown }) => {
    const translation = words[hashMessage(message as Message)];
    return translation === undefined ? '' : [...fillMessage(translation, {}, code)].join('');
  };
  const offer = { code, text: read(texts.text), open: read(texts.open), close: read(texts.close) };
  return offer.open === '' ? undefined : offer;
}
