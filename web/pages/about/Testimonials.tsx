import { t } from '@lingui/core/macro';
import { cheapestCertificateTokens } from '#schema/rules.ts';
import maren from '#web/art/members/member-maren.svg';
import priya from '#web/art/members/member-priya.svg';
import tom from '#web/art/members/member-tom.svg';

const testimonials = () => [
  {
    name: 'Maren',
    place: t`Duluth, Minnesota`,
    picture: maren,
    quote: t`We only went out for bread. My daughter saw the card by the bike rack, and now every Saturday walk has a detour. She holds the phone, I carry the rolls.`,
  },
  {
    name: 'Tom',
    place: t`Asheville, North Carolina`,
    picture: tom,
    quote: t`I left five cards along the river path, all at spots where I like to sit myself. On Sunday evenings I check whether anyone came by. Usually, somebody has.`,
  },
  {
    name: 'Priya',
    place: t`Leeds, England`,
    picture: priya,
    quote: t`It took me the better part of a year of lunch breaks to reach ${cheapestCertificateTokens} tokens. The long weekend was lovely. I hadn’t expected to miss the lunch breaks.`,
  },
];

export function Testimonials() {
  return (
    <section className="stack gap-5 public-section" aria-labelledby="testimonials">
      <h2 id="testimonials" tabIndex={-1}>
        {t`What members say`}
      </h2>
      <div className="public-columns">
        {testimonials().map(({ name, place, picture, quote }) => (
          <figure key={name} className="sheet stack voice">
            <blockquote>
              <p>{quote}</p>
            </blockquote>
            <figcaption>
              <img src={picture} width={64} height={64} alt="" loading="lazy" />
              <span>
                <strong translate="no">{name}</strong>
                <br />
                {t`Member from ${place}`}
              </span>
            </figcaption>
          </figure>
        ))}
      </div>
    </section>
  );
}
