/** Who and what the demo data consists of beside the demo accounts: other members, and everybody's cards. */
import type { Tier } from '#schema/rules.ts';

export interface CastMember {
  username: string;
  firstName: string;
  lastName: string;
  role: Tier;
  city: string;
  country: string;
  /** Username of the member who invited them. */
  invitedBy?: string;
  /** Days ago. */
  joined: number;
}

export const cast: CastMember[] = [
  {
    username: 'maya',
    firstName: 'Maya',
    lastName: 'Okafor',
    role: 'free',
    city: 'Bristol',
    country: 'United Kingdom',
    invitedBy: 'basil',
    joined: 310,
  },
  {
    username: 'jonas',
    firstName: 'Jonas',
    lastName: 'Lindqvist',
    role: 'basic',
    city: 'Uppsala',
    country: 'Sweden',
    invitedBy: 'pru',
    joined: 415,
  },
  { username: 'priya', firstName: 'Priya', lastName: 'Raman', role: 'free', city: 'Leicester', country: 'United Kingdom', joined: 300 },
  {
    username: 'tomas',
    firstName: 'Tomás',
    lastName: 'Herrera',
    role: 'basic',
    city: 'Granada',
    country: 'Spain',
    invitedBy: 'basil',
    joined: 410,
  },
  {
    username: 'aiko',
    firstName: 'Aiko',
    lastName: 'Tanaka',
    role: 'premium',
    city: 'Kamakura',
    country: 'Japan',
    invitedBy: 'pru',
    joined: 420,
  },
  { username: 'lena', firstName: 'Lena', lastName: 'Vogt', role: 'free', city: 'Freiburg', country: 'Germany', joined: 295 },
  {
    username: 'omar',
    firstName: 'Omar',
    lastName: 'Haddad',
    role: 'basic',
    city: 'Lyon',
    country: 'France',
    invitedBy: 'basil',
    joined: 405,
  },
  {
    username: 'grace',
    firstName: 'Grace',
    lastName: 'Mbeki',
    role: 'free',
    city: 'Durban',
    country: 'South Africa',
    invitedBy: 'pru',
    joined: 290,
  },
  { username: 'felix', firstName: 'Felix', lastName: 'Moreau', role: 'free', city: 'Annecy', country: 'France', joined: 285 },
  { username: 'ines', firstName: 'Inês', lastName: 'Carvalho', role: 'free', city: 'Sintra', country: 'Portugal', joined: 280 },
  { username: 'noah', firstName: 'Noah', lastName: 'Kowalski', role: 'free', city: 'Asheville', country: 'United States', joined: 275 },
  { username: 'ruby', firstName: 'Ruby', lastName: 'Sinclair', role: 'free', city: 'Dunedin', country: 'New Zealand', joined: 270 },
  {
    username: 'hana',
    firstName: 'Hana',
    lastName: 'Novák',
    role: 'basic',
    city: 'Brno',
    country: 'Czechia',
    invitedBy: 'pru',
    joined: 205,
  },
  {
    username: 'luca',
    firstName: 'Luca',
    lastName: 'Bianchi',
    role: 'basic',
    city: 'Lucca',
    country: 'Italy',
    invitedBy: 'basil',
    joined: 160,
  },
  {
    username: 'zoe',
    firstName: 'Zoë',
    lastName: 'Peeters',
    role: 'premium',
    city: 'Gent',
    country: 'Belgium',
    invitedBy: 'pru',
    joined: 95,
  },
];

export interface CastCard {
  cardId: string;
  owner: string;
  /** Days ago. */
  made: number;
  /** The placement form: when it was filled in, and what it says. */
  placement?: { daysAgo: number; location: string; description: string; at?: [latitude: number, longitude: number] };
  /** Usernames of those who found it, first to last. */
  finders: string[];
  /** Days ago of the first find; the others follow evenly until today. */
  firstFind?: number;
  missing?: boolean;
}

export const castCards: CastCard[] = [
  {
    cardId: 'TC-0000001',
    owner: 'basil',
    made: 118,
    placement: {
      daysAgo: 96,
      location: 'Botanical Gardens, Asheville, North Carolina',
      description:
        'Take the loop trail to the second footbridge. Look under the fern shelf on the left bank, where the old beech leans over Reed Creek.',
      at: [35.6131, -82.5661],
    },
    finders: ['noah', 'priya', 'ruby', 'jonas'],
    firstFind: 60,
  },
  {
    cardId: 'TC-0000002',
    owner: 'basil',
    made: 118,
    placement: {
      daysAgo: 110,
      location: 'Craggy Pinnacle overlook, Blue Ridge Parkway',
      description:
        'Behind the stone wall at the lower overlook, tucked into the gap with the yellow lichen. Best before noon, when the fog has lifted.',
      at: [35.7033, -82.3736],
    },
    finders: ['maya', 'priya', 'pru', 'aiko', 'felix', 'lena', 'noah', 'ines', 'grace'],
    firstFind: 104,
  },
  {
    cardId: 'TC-0000003',
    owner: 'basil',
    made: 118,
    placement: {
      daysAgo: 4,
      location: 'French Broad River Park, Asheville',
      description: 'Near the wooden gazebo: the hollow of the third sycamore, counted from the dog park gate.',
      at: [35.5669, -82.5652],
    },
    finders: [],
  },
  { cardId: 'TC-0000004', owner: 'basil', made: 118, finders: ['lena'], firstFind: 21 },
  { cardId: 'TC-0000005', owner: 'basil', made: 12, finders: [] },
  {
    cardId: 'TC-2047183',
    owner: 'pru',
    made: 290,
    placement: {
      daysAgo: 270,
      location: 'Box Hill stepping stones, Surrey',
      description: 'From the north bank, ten paces upstream, inside the split hazel.',
      at: [51.2499, -0.3229],
    },
    finders: ['jonas', 'maya', 'basil', 'tomas', 'priya', 'lena', 'omar', 'felix', 'ines', 'ruby'],
    firstFind: 255,
  },
  {
    cardId: 'TC-3916520',
    owner: 'pru',
    made: 290,
    placement: {
      daysAgo: 230,
      location: 'Leith Hill Tower, Surrey',
      description: 'At the foot of the tower, east side, behind the loose sandstone block.',
      at: [51.1758, -0.3722],
    },
    finders: ['basil', 'tomas', 'maya', 'priya', 'grace', 'felix', 'noah'],
    firstFind: 220,
  },
  {
    cardId: 'TC-5580274',
    owner: 'pru',
    made: 200,
    placement: {
      daysAgo: 180,
      location: 'Seven Sisters cliffs, East Sussex',
      description: 'By the coastguard cottages, under the flint step. Mind the edge.',
      at: [50.7524, 0.1473],
    },
    finders: ['maya', 'basil', 'lena', 'omar', 'aiko'],
    firstFind: 172,
  },
  {
    cardId: 'TC-6102938',
    owner: 'pru',
    made: 200,
    placement: {
      daysAgo: 90,
      location: 'Hampstead Heath, London',
      description: 'Kite hill, second bench from the top, left leg.',
      at: [51.5597, -0.1597],
    },
    finders: ['ines', 'ruby'],
    firstFind: 80,
    missing: true,
  },
  { cardId: 'TC-7741605', owner: 'pru', made: 30, finders: [] },
  {
    cardId: 'TC-1287346',
    owner: 'aiko',
    made: 260,
    placement: {
      daysAgo: 250,
      location: 'Daibutsu hiking trail, Kamakura',
      description: 'Where the path forks to Genjiyama, in the roots of the tall cedar.',
      at: [35.3222, 139.5429],
    },
    finders: ['pru', 'basil', 'maya', 'ruby', 'jonas'],
    firstFind: 240,
  },
  {
    cardId: 'TC-8830417',
    owner: 'aiko',
    made: 260,
    placement: {
      daysAgo: 170,
      location: 'Enoshima lighthouse garden',
      description: 'Below the camellia hedge that faces the sea.',
      at: [35.2998, 139.4788],
    },
    finders: ['basil', 'pru', 'ines'],
    firstFind: 160,
  },
  {
    cardId: 'TC-4463091',
    owner: 'jonas',
    made: 230,
    placement: {
      daysAgo: 220,
      location: 'Uppsala castle hill',
      description: 'At the Gunilla bell, under the lowest plank of the steps.',
      at: [59.8532, 17.6352],
    },
    finders: ['basil', 'aiko', 'lena', 'pru', 'tomas'],
    firstFind: 200,
  },
  {
    cardId: 'TC-9057712',
    owner: 'jonas',
    made: 230,
    placement: {
      daysAgo: 100,
      location: 'Fyrisån river walk, Uppsala',
      description: 'Behind the blue bicycle stand at the mill.',
      at: [59.8571, 17.6389],
    },
    finders: ['basil', 'grace', 'pru'],
    firstFind: 95,
  },
  {
    cardId: 'TC-3320958',
    owner: 'tomas',
    made: 200,
    placement: {
      daysAgo: 190,
      location: 'Mirador de San Nicolás, Granada',
      description: 'Cistern wall, third stone from the corner. The Alhambra is watching you.',
      at: [37.1811, -3.5927],
    },
    finders: ['pru', 'omar', 'felix', 'ines', 'priya'],
    firstFind: 180,
  },
  {
    cardId: 'TC-6675243',
    owner: 'tomas',
    made: 200,
    placement: {
      daysAgo: 120,
      location: 'Los Cahorros gorge, Monachil',
      description: 'After the long hanging bridge, in the niche to the right.',
      at: [37.1243, -3.5186],
    },
    finders: ['pru', 'aiko', 'noah'],
    firstFind: 111,
  },
  {
    cardId: 'TC-7918034',
    owner: 'omar',
    made: 140,
    placement: {
      daysAgo: 130,
      location: 'Parc de la Tête d’Or, Lyon',
      description: 'Rose garden, inside the pergola’s south-west pillar.',
      at: [45.7772, 4.8553],
    },
    finders: ['felix', 'pru', 'basil', 'lena', 'jonas'],
    firstFind: 126,
  },
  {
    cardId: 'TC-2590861',
    owner: 'omar',
    made: 140,
    placement: {
      daysAgo: 60,
      location: 'Jardin des Chartreux, Lyon',
      description: 'Terrace railing above the Saône, at the seventh post.',
      at: [45.7712, 4.8206],
    },
    finders: ['basil', 'pru', 'maya'],
    firstFind: 52,
  },
];
