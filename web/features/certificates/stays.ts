// What the words' own code brings, needed where they are prerendered already.
import '#web/features/certificates/pictures.css';
import '#web/styles/public-pages.css';
import { staticHtml } from '#web/lib/react/static-html.tsx';

/** The certificates and their rules, for prerendered pages. */
export const stays = staticHtml('stays', 'stack gap-5 public-section', () =>
  import('#web/features/certificates/StayOptions.tsx').then((file) => file.StayOptions),
);
