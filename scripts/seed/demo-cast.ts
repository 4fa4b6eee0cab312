import type { PlaceVisibility } from '#schema/finding/place-visibility.ts';
import type { Tier } from '#schema/rules.ts';

export interface CastMember {
  username: string;
  name: string;
  role: Tier;
  home: string;
  /** Number of days since the member joined. */
  joined: number;
  invitedBy?: string;
  email?: string;
  /** Keyed hash of the member's network address at registration. */
  registeredFrom?: string;
  isUnverified?: boolean;
}

export const cast: CastMember[] = [
  { username: 'maya', name: 'Maya Okafor', role: 'free', home: 'Bristol, United Kingdom', joined: 310, invitedBy: 'basil' },
  { username: 'jonas', name: 'Jonas Lindqvist', role: 'basic', home: 'Uppsala, Sweden', joined: 415, invitedBy: 'pru' },
  { username: 'priya', name: 'Priya Raman', role: 'free', home: 'Leicester, United Kingdom', joined: 300 },
  { username: 'tomas', name: 'Tomás Herrera', role: 'basic', home: 'Granada, Spain', joined: 410, invitedBy: 'basil' },
  { username: 'aiko', name: 'Aiko Tanaka', role: 'premium', home: 'Kamakura, Japan', joined: 420, invitedBy: 'pru' },
  { username: 'lena', name: 'Lena Vogt', role: 'free', home: 'Freiburg, Germany', joined: 295 },
  { username: 'omar', name: 'Omar Haddad', role: 'basic', home: 'Lyon, France', joined: 405, invitedBy: 'basil' },
  { username: 'grace', name: 'Grace Mbeki', role: 'free', home: 'Durban, South Africa', joined: 290, invitedBy: 'pru' },
  { username: 'felix', name: 'Felix Moreau', role: 'free', home: 'Annecy, France', joined: 285 },
  { username: 'ines', name: 'Inês Carvalho', role: 'free', home: 'Sintra, Portugal', joined: 280 },
  { username: 'noah', name: 'Noah Kowalski', role: 'free', home: 'Asheville, United States', joined: 275 },
  { username: 'ruby', name: 'Ruby Sinclair', role: 'free', home: 'Dunedin, New Zealand', joined: 270 },
  { username: 'hana', name: 'Hana Novák', role: 'basic', home: 'Brno, Czechia', joined: 205, invitedBy: 'pru' },
  { username: 'luca', name: 'Luca Bianchi', role: 'basic', home: 'Lucca, Italy', joined: 160, invitedBy: 'basil' },
  { username: 'zoe', name: 'Zoë Peeters', role: 'premium', home: 'Gent, Belgium', joined: 95, invitedBy: 'pru' },
];

export interface CastCard {
  cardId: string;
  owner: string;
  /** Number of days since the card was created. */
  createdDaysAgo: number;
  /** Number of days since the first find. The remaining finds are spread evenly from then until today. */
  firstFind?: number;
  /** Finders' usernames in the order of their finds, separated by spaces. */
  finders: string;
  missing?: boolean;
}

export const castCards: CastCard[] = [
  { cardId: 'TC-0000001', owner: 'basil', createdDaysAgo: 118, firstFind: 60, finders: 'noah priya ruby jonas' },
  { cardId: 'TC-0000002', owner: 'basil', createdDaysAgo: 118, firstFind: 104, finders: 'maya priya pru aiko felix lena noah ines grace' },
  { cardId: 'TC-0000003', owner: 'basil', createdDaysAgo: 118, finders: '' },
  { cardId: 'TC-0000004', owner: 'basil', createdDaysAgo: 118, firstFind: 21, finders: 'lena' },
  { cardId: 'TC-0000005', owner: 'basil', createdDaysAgo: 12, finders: '' },
  {
    cardId: 'TC-2047183',
    owner: 'pru',
    createdDaysAgo: 290,
    firstFind: 255,
    finders: 'jonas maya basil tomas priya lena omar felix ines ruby',
  },
  { cardId: 'TC-3916520', owner: 'pru', createdDaysAgo: 290, firstFind: 220, finders: 'basil tomas maya priya grace felix noah' },
  { cardId: 'TC-5580274', owner: 'pru', createdDaysAgo: 200, firstFind: 172, finders: 'maya basil lena omar aiko' },
  { cardId: 'TC-6102938', owner: 'pru', createdDaysAgo: 200, firstFind: 80, finders: 'ines ruby', missing: true },
  { cardId: 'TC-7741605', owner: 'pru', createdDaysAgo: 30, finders: '' },
  { cardId: 'TC-1287346', owner: 'aiko', createdDaysAgo: 260, firstFind: 240, finders: 'pru basil maya ruby jonas' },
  { cardId: 'TC-8830417', owner: 'aiko', createdDaysAgo: 260, firstFind: 160, finders: 'basil pru ines' },
  { cardId: 'TC-4463091', owner: 'jonas', createdDaysAgo: 230, firstFind: 200, finders: 'basil aiko lena pru tomas' },
  { cardId: 'TC-9057712', owner: 'jonas', createdDaysAgo: 230, firstFind: 95, finders: 'basil grace pru' },
  { cardId: 'TC-3320958', owner: 'tomas', createdDaysAgo: 200, firstFind: 180, finders: 'pru omar felix ines priya' },
  { cardId: 'TC-6675243', owner: 'tomas', createdDaysAgo: 200, firstFind: 111, finders: 'pru aiko noah' },
  { cardId: 'TC-7918034', owner: 'omar', createdDaysAgo: 140, firstFind: 126, finders: 'felix pru basil lena jonas' },
  { cardId: 'TC-2590861', owner: 'omar', createdDaysAgo: 140, firstFind: 52, finders: 'basil pru maya' },
];

export interface CastPlacement {
  daysAgo: number;
  at: [latitude: number, longitude: number];
  location: string;
  description: string;
  visibility?: PlaceVisibility;
}

export const castPlacements: Partial<Record<string, CastPlacement>> = {
  'TC-0000001': {
    daysAgo: 96,
    visibility: 'near',
    at: [35.6131, -82.5661],
    location: 'Botanical Gardens, Asheville, North Carolina',
    description:
      'Take the loop trail to the second footbridge. Look under the fern shelf on the left bank, where the old beech leans over Reed Creek.',
  },
  'TC-0000002': {
    daysAgo: 110,
    visibility: 'exact',
    at: [35.7033, -82.3736],
    location: 'Craggy Pinnacle overlook, Blue Ridge Parkway',
    description:
      'Behind the stone wall at the lower overlook, tucked into the gap with the yellow lichen. Best before noon, when the fog has lifted.',
  },
  'TC-0000003': {
    daysAgo: 4,
    at: [35.5669, -82.5652],
    location: 'French Broad River Park, Asheville',
    description: 'Near the wooden gazebo: the hollow of the third sycamore, counted from the dog park gate.',
  },
  'TC-2047183': {
    daysAgo: 270,
    visibility: 'near',
    at: [51.2499, -0.3229],
    location: 'Box Hill stepping stones, Surrey',
    description: 'From the north bank, ten paces upstream, inside the split hazel.',
  },
  'TC-3916520': {
    daysAgo: 230,
    visibility: 'exact',
    at: [51.1758, -0.3722],
    location: 'Leith Hill Tower, Surrey',
    description: 'At the foot of the tower, east side, behind the loose sandstone block.',
  },
  'TC-5580274': {
    daysAgo: 180,
    visibility: 'area',
    at: [50.7524, 0.1473],
    location: 'Seven Sisters cliffs, East Sussex',
    description: 'By the coastguard cottages, under the flint step. Mind the edge.',
  },
  'TC-6102938': {
    daysAgo: 90,
    visibility: 'near',
    at: [51.5597, -0.1597],
    location: 'Hampstead Heath, London',
    description: 'Kite hill, second bench from the top, left leg.',
  },
  'TC-1287346': {
    daysAgo: 250,
    visibility: 'near',
    at: [35.3222, 139.5429],
    location: 'Daibutsu hiking trail, Kamakura',
    description: 'Where the path forks to Genjiyama, in the roots of the tall cedar.',
  },
  'TC-8830417': {
    daysAgo: 170,
    visibility: 'exact',
    at: [35.2998, 139.4788],
    location: 'Enoshima lighthouse garden',
    description: 'Below the camellia hedge that faces the sea.',
  },
  'TC-4463091': {
    daysAgo: 220,
    visibility: 'near',
    at: [59.8532, 17.6352],
    location: 'Uppsala castle hill',
    description: 'At the Gunilla bell, under the lowest plank of the steps.',
  },
  'TC-9057712': {
    daysAgo: 100,
    visibility: 'area',
    at: [59.8571, 17.6389],
    location: 'Fyrisån river walk, Uppsala',
    description: 'Behind the blue bicycle stand at the mill.',
  },
  'TC-3320958': {
    daysAgo: 190,
    visibility: 'near',
    at: [37.1811, -3.5927],
    location: 'Mirador de San Nicolás, Granada',
    description: 'Cistern wall, third stone from the corner. The Alhambra is watching you.',
  },
  'TC-6675243': {
    daysAgo: 120,
    visibility: 'near',
    at: [37.1243, -3.5186],
    location: 'Los Cahorros gorge, Monachil',
    description: 'After the long hanging bridge, in the niche to the right.',
  },
  'TC-7918034': {
    daysAgo: 130,
    at: [45.7772, 4.8553],
    location: 'Parc de la Tête d’Or, Lyon',
    description: 'Rose garden, inside the pergola’s south-west pillar.',
  },
  'TC-2590861': {
    daysAgo: 60,
    at: [45.7712, 4.8206],
    location: 'Jardin des Chartreux, Lyon',
    description: 'Terrace railing above the Saône, at the seventh post.',
  },
};
