import { reportersToMarkMissing } from '#schema/rules.ts';
import rucksack from '#web/art/tips.svg';

const groups = [
  {
    title: 'When you look for cards',
    tips: [
      [
        'Look where people pause',
        'Benches, signposts, lookouts, the library’s noticeboard. Nobody has to climb, dig or trespass for a card.',
      ],
      [
        'Give the code good light',
        'Step into the shade, wipe the lens, or switch on the torch. If the code is worn, type the number below it.',
      ],
      [
        'Leave it as you found it',
        'The card stays for the next finder. Put it back the way it was, and take a piece of litter along instead.',
      ],
    ],
  },
  {
    title: 'When you place your own',
    tips: [
      ['Ask first', 'Choose places where people may go and the owner agrees. Keep away from schools, stations and wildlife.'],
      ['Make it last', 'A clear sleeve keeps the rain off, a ribbon holds better than tape. No nails in trees, please.'],
      [
        'Write the place down well',
        `“Under the third bench, on the lake side” helps more than a coordinate alone. A card that ${reportersToMarkMissing} members could not find is marked as missing until somebody scans it again.`,
      ],
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
            Tips for the trail
          </h2>
          <p className="lead">
            A little care makes the hunt better for everyone: for those who look, for those who hide, and for the place itself.
          </p>
        </div>
      </div>
      <div className="stack gap-5 tip-groups">
        {groups.map(({ title, tips }) => (
          <section key={title} className="sheet stack">
            <h3>{title}</h3>
            <dl>
              {tips.map(([tip, why]) => (
                <div key={tip}>
                  <dt>{tip}</dt>
                  <dd>{why}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </section>
  );
}
