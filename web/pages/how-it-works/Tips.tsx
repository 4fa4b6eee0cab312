import { t } from '@lingui/core/macro';
import rucksack from '#web/art/tips.svg';

const groups = () => [
  {
    title: t`When you look for cards`,
    tips: [
      [t`Look where people pause`, t`Benches, signposts, lookouts, noticeboards. You never have to climb, dig or trespass.`],
      [
        t`Get good light on the code`,
        t`Step into the shade, wipe the lens, or turn on the light. If the code is worn, type the number below it.`,
      ],
      [t`Leave it as you found it`, t`Put the card back for the next finder, and take some litter with you instead.`],
    ],
  },
  {
    title: t`When you place your own`,
    tips: [
      [t`Ask first`, t`Choose places open to the public, and get the owner’s permission. Avoid schools, train stations and wildlife.`],
      [t`Make it last`, t`A clear sleeve keeps the rain off. Use a ribbon rather than tape, and never nail into trees.`],
      [t`Write a good hint`, t`“Under the third bench, on the lake side” helps more than coordinates alone.`],
    ],
  },
];

export function Tips() {
  return (
    <section className="stack gap-5 public-section tips" aria-labelledby="tips">
      <div className="stack tips-head">
        <img className="tips-art" src={rucksack} width={440} height={330} alt="" loading="lazy" />
        <div className="stack">
          <h2 id="tips" tabIndex={-1}>
            {t`Tips for the trail`}
          </h2>
          <p className="lead">{t`A little care makes the hunt better for everyone.`}</p>
        </div>
      </div>
      <div className="stack gap-5 tip-groups">
        {groups().map(({ title, tips }) => (
          <section key={title} className="sheet stack">
            <h3>{title}</h3>
            <dl>
              {tips.map(([tip, reason]) => (
                <div key={tip}>
                  <dt>{tip}</dt>
                  <dd>{reason}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </section>
  );
}
