import type { PlaceVisibility } from '#schema/finding/place-visibility.ts';
import type { CastCard, CastMember, CastPlacement } from '#scripts/seed/demo-cast.ts';

interface Town {
  owner: CastMember;
  middle: [latitude: number, longitude: number];
  quarters: string[];
  cards: number;
  number: number;
}

const createKeeper = (username: string, name: string, home: string, joined: number): CastMember => ({
  username,
  name,
  home,
  joined,
  role: 'basic',
});

const towns: Town[] = (
  [
    [
      createKeeper('hazel', 'Hazel Whitaker', 'Asheville, United States', 260),
      [35.5951, -82.5515],
      'Montford Kenilworth Biltmore Oakley Woodfin',
      30,
    ],
    [
      createKeeper('callum', 'Callum Reid', 'Bristol, United Kingdom', 255),
      [51.4545, -2.5879],
      'Clifton Redland Bedminster Southville',
      20,
    ],
    [createKeeper('britta', 'Britta Sommer', 'Freiburg, Germany', 250), [47.9959, 7.8522], 'Wiehre Herdern Vauban Stühlinger', 20],
    [createKeeper('marisol', 'Marisol Vega', 'Granada, Spain', 245), [37.1773, -3.5986], 'Albaicín Sacromonte Realejo Zaidín', 20],
    [createKeeper('theo', 'Théo Garnier', 'Lyon, France', 240), [45.764, 4.8357], 'Croix-Rousse Fourvière Gerland Monplaisir', 20],
    [createKeeper('haruki', 'Haruki Mori', 'Kyoto, Japan', 235), [35.0116, 135.7681], 'Gion Arashiyama Fushimi Nishijin', 20],
    [createKeeper('wanjiru', 'Wanjiru Kamau', 'Nairobi, Kenya', 230), [-1.2864, 36.8172], 'Karura Westlands Kilimani Lavington', 20],
    [createKeeper('diego', 'Diego Quispe', 'Cusco, Peru', 225), [-13.532, -71.9675], 'San-Blas Santiago Wanchaq San-Cristóbal', 20],
    [
      createKeeper('juniper', 'Juniper Hale', 'Portland, United States', 220),
      [45.5152, -122.6784],
      'Sellwood Laurelhurst Alberta Kenton',
      20,
    ],
    [createKeeper('matilda', 'Matilda Byrne', 'Canberra, Australia', 215), [-35.2809, 149.13], 'Ainslie Braddon Yarralumla Dickson', 20],
    [createKeeper('ananya', 'Ananya Rathore', 'Jaipur, India', 210), [26.9124, 75.7873], 'Bani-Park Raja-Park Amer Civil-Lines', 20],
  ] as const
).map(([owner, middle, quarters, cards], index) => ({
  owner,
  middle: [...middle],
  quarters: quarters.split(' ').map((quarter) => quarter.replaceAll('-', quarter === 'Croix-Rousse' ? '-' : ' ')),
  cards,
  number: index + 10,
}));

const spots: [name: string, hint: string][] = [
  ['The old footbridge', 'Under the second plank from the east bank, behind the iron bracket.'],
  ['Lantern steps', 'Count eleven steps up; the card is behind the loose brick on your right.'],
  ['Reading bench', 'Feel along the underside of the bench, left end.'],
  ['Three sisters oak', 'Where the three trunks part, at the height of your shoulder.'],
  ['Miller’s gate', 'Inside the hollow gatepost, under a flat stone.'],
  ['Fountain of the frogs', 'None of the frogs holds it. Look at the railing behind them.'],
  ['The sundial', 'Where the shadow falls at four in the afternoon, in the hedge.'],
  ['Bakery corner', 'Magnetic, behind the blue street sign. Buy a roll for your trouble.'],
  ['Chapel wall', 'North side, third buttress, a gap at knee height.'],
  ['Owl’s lookout', 'At the foot of the railing, where the view opens to the hills.'],
  ['Signal box', 'Behind the sign with the old timetable.'],
  ['The leaning birch', 'Ten paces downhill from the path, in the fork of the roots.'],
  ['Well of the washers', 'Under the wooden lid’s frame; nobody needs to climb in.'],
  ['Garden door', 'The green door with the brass hand. Look up, not down.'],
  ['Stonecutter’s yard', 'Between the two millstones at the entrance.'],
  ['Swallow tower', 'On the stairs outside, below the last landing.'],
  ['Library arcade', 'Fourth column, behind the drainpipe.'],
  ['Rope ferry landing', 'Tied to the inner side of the mooring post.'],
  ['Chess tables', 'Under the table that faces the plane tree.'],
  ['The quiet orchard', 'In the tin that hangs on the oldest pear tree.'],
  ['Kite meadow', 'At the corner post of the fence, where the wind comes from.'],
  ['Clockmaker’s passage', 'Behind the shutter that never closes.'],
  ['Hollow sycamore', 'Reach in; there are no spiders, I looked.'],
  ['Tram stop shelter', 'Above the map, on the ledge of the frame.'],
  ['Boulder garden', 'The smallest of the three boulders has a dry side.'],
  ['Fern ravine', 'Next to the spring, under the shelf of slate.'],
  ['Weather station', 'At the leg that points to the church.'],
  ['Beekeeper’s fence', 'Keep to the path: it is on the outside of the last slat.'],
  ['Amphitheatre', 'Top row, seat 24, behind the stone lip.'],
  ['Overlook shelter', 'On the beam above the guest book.'],
];

export const mapCast: CastMember[] = towns.map(({ owner }) => owner);

const formatCardId = (town: Town, index: number) => `TC-30${town.number}${String(101 + index * 29).padStart(3, '0')}`;
const indexes = (town: Town) => Array.from({ length: town.cards }, (_, index) => index);
const visitors = ['pru', 'noah lena', 'aiko pru', 'omar', 'ruby tomas'];

export const mapCards: CastCard[] = towns.flatMap((town, townIndex) =>
  indexes(town).map((index) => ({
    cardId: formatCardId(town, index),
    owner: town.owner.username,
    createdDaysAgo: 150 - index,
    firstFind: 70 - index,
    finders: index % 6 === townIndex % 6 ? (visitors[(index + townIndex) % visitors.length] ?? '') : '',
  })),
);

function chooseVisibility(index: number): PlaceVisibility {
  if (index % 5 === 0) return 'exact';
  if (index % 7 === 3) return 'area';
  return index % 13 === 11 ? 'hidden' : 'near';
}

export const mapPlacements: Partial<Record<string, CastPlacement>> = Object.fromEntries(
  towns.flatMap((town) =>
    indexes(town).map((index): [string, CastPlacement] => {
      // A spiral that evenly fills a circle a few kilometers wide.
      const [angle, radius] = [2.399_963 * index + town.number, 0.008 * Math.sqrt(index + 0.4)];
      const latitude = town.middle[0] + radius * Math.sin(angle);
      const longitude = town.middle[1] + (radius * Math.cos(angle)) / Math.cos((town.middle[0] * Math.PI) / 180);
      const [name = '', description = ''] = spots[(index + town.number * 7) % spots.length] ?? [];
      const quarter = town.quarters[index % town.quarters.length];
      return [
        formatCardId(town, index),
        {
          daysAgo: 140 - index,
          at: [Math.round(latitude * 1e5) / 1e5, Math.round(longitude * 1e5) / 1e5],
          location: `${name}, ${quarter}, ${town.owner.home.split(',')[0]}`,
          description,
          visibility: chooseVisibility(index),
        },
      ];
    }),
  ),
);
