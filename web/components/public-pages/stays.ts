// What the words' own code brings, needed where they are drawn already.
import '#web/components/certificates/pictures.css';
import '#web/components/public-pages/public-pages.css';
import { drawnText } from '#web/lib/drawn-text.tsx';

/** The certificates and their rules, for drawn pages. */
export const stays = drawnText('stays', 'public-section', () =>
  import('#web/components/public-pages/StayOptions.tsx').then((file) => file.StayOptions),
);
