import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { page } from '#web/lib/react/page.tsx';
import { getLanguage } from '#web/lib/words/words.ts';

const LanguageOffer = page(() =>
  import('#web/frame/LanguageOffer.tsx').then(
    (file) => file.LanguageOffer,
    () => () => null,
  ),
).Component;

/** Shows the offer once per device, until the visitor goes to another page. */
export function LanguageOfferPlace() {
  const [path] = useLocation();
  const [offeredPath, setOfferedPath] = useState<string>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the first page only
  useEffect(() => {
    if (getLanguage() === 'en' && !/^en/.test(navigator.language)) setOfferedPath(path);
  }, []);
  return offeredPath === path && <LanguageOffer path={path} />;
}
