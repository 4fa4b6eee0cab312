import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { page } from '#web/lib/react/page.tsx';
import { addressOf, findOffer } from '#web/lib/words/words.ts';

const LanguageOffer = page(() =>
  import('#web/frame/LanguageOffer.tsx').then(
    (file) => file.LanguageOffer,
    () => () => null,
  ),
).Component;

/** Shows the offer once per device, until the visitor goes to another page. */
export function LanguageOfferPlace() {
  const [path] = useLocation();
  const [offer, setOffer] = useState<{ language: string; path: string }>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the first page only
  useEffect(() => {
    const language = findOffer(path);
    if (language) setOffer({ language, path });
  }, []);
  if (offer?.path !== path) return null;
  return <LanguageOffer language={offer.language} href={addressOf(path, offer.language)} onClose={() => setOffer(undefined)} />;
}
