/**
 * An invented landscape around Asheville, North Carolina, with the layers and kinds of Protomaps' basemap (version 4):
 * https://docs.protomaps.com/basemaps/layers. Only the town's name and position are real.
 */
import { band, blob, curve, layOut, loop, type Quarter, rectangle, shift } from '#scripts/lab/map-fixture/shapes.ts';
import type { Point, TileFeature } from '#scripts/lab/map-fixture/vector-tile.ts';

/** Center of the landscape: downtown Asheville. */
export const center = { latitude: 35.595, longitude: -82.551 };
/** Distance from the center to each edge, in meters. */
export const reach = 5_000;

export interface Feature extends TileFeature {
  layer: 'earth' | 'landuse' | 'water' | 'roads' | 'buildings' | 'places';
  minZoom: number;
}

const river = curve(
  [-2300, -5600],
  [-1900, -4500],
  [-1680, -3200],
  [-2100, -2200],
  [-1650, -1300],
  [-1600, -500],
  [-1950, 400],
  [-1800, 1300],
  [-2300, 2100],
  [-2150, 3100],
  [-2800, 4000],
  [-2600, 5600],
);

const houses = { block: [150, 96] as Point, building: [17, 14] as Point };
const quarters: Quarter[] = [
  { center: [60, 20], angle: 0.35, columns: 12, rows: 10, block: [115, 88], building: [30, 22] },
  { ...houses, center: [-650, 1500], angle: -0.1, columns: 8, rows: 10 },
  { ...houses, center: [850, 1750], angle: 0.25, columns: 8, rows: 8 },
  { ...houses, center: [-3350, -650], angle: 0.08, columns: 13, rows: 11 },
  { ...houses, center: [-2850, -2150], angle: -0.3, columns: 8, rows: 8 },
  { ...houses, center: [900, -1900], angle: 0.6, columns: 10, rows: 9 },
  { ...houses, center: [2600, -500], angle: -0.25, columns: 10, rows: 9 },
  { ...houses, center: [-1000, 3300], angle: 0.15, columns: 8, rows: 8 },
  { ...houses, center: [-250, -3800], angle: -0.15, columns: 9, rows: 8 },
];

export function drawLandscape(): Feature[] {
  return [...drawLand(), ...drawWater(), ...drawQuarters(), ...drawRoads(), ...drawTrails(), ...drawPlaces()];
}

function drawLand(): Feature[] {
  const area = (kind: string, minZoom: number, ring: Point[], name?: string) =>
    feature('landuse', 'polygon', ring, { kind, ...(name && { name }) }, minZoom);
  return [
    feature('earth', 'polygon', rectangle([0, 0], [3 * reach, 3 * reach], 0), { kind: 'earth' }, 0),
    area('wood', 8, blob([3300, 1900], 1450, 1350)),
    area('wood', 8, blob([-4300, 2600], 1000, 1100)),
    area('wood', 8, blob([-4000, -3500], 1250, 850)),
    area('wood', 8, blob([3600, -3500], 1200, 950)),
    area('wood', 8, blob([700, 3700], 1000, 700)),
    area('wood', 11, blob([-1050, -1250], 330, 420)),
    area('park', 11, blob([-1367, 2030], 300, 260), 'Botanical Gardens'),
    area('park', 11, blob([-1300, -3118], 280, 430), 'River Park'),
    area('park', 11, blob([420, -650], 210, 150), 'Hill Park'),
    area('cemetery', 12, blob([-1250, 900], 190, 150)),
    area('golf_course', 11, blob([2300, -2450], 480, 340)),
    area('grass', 12, blob([-2450, -1750], 190, 330)),
    area('pedestrian', 13, rectangle([95, -20], [90, 60], 0.35)),
  ];
}

function drawWater(): Feature[] {
  const lake: Point = [650, 3550];
  const creek = curve([650, 3350], [-100, 2800], [-900, 2420], [-1367, 2080], [-2240, 2250]);
  const mill = curve([2700, 900], [1700, 150], [1750, -900], [150, -2750], [-900, -2850], [-1640, -3300]);
  return [
    feature('water', 'polygon', band(river, 105), { kind: 'river', name: 'French Broad River' }, 7),
    feature('water', 'line', river, { kind: 'river', name: 'French Broad River' }, 9),
    feature('water', 'polygon', blob(lake, 420, 230), { kind: 'lake', name: 'Mirror Lake' }, 9),
    feature('water', 'point', [lake], { kind: 'lake', name: 'Mirror Lake' }, 13),
    feature('water', 'polygon', blob([-1480, 2120], 55, 38), { kind: 'water' }, 13),
    feature('water', 'line', creek, { kind: 'stream', name: 'Reed Creek' }, 13),
    feature('water', 'line', mill, { kind: 'stream', name: 'Mill Creek' }, 13),
  ];
}

function drawQuarters(): Feature[] {
  return quarters.map(layOut).flatMap(({ streets, buildings }) => [
    ...streets.map((line, index) => {
      const name = `${['Oak', 'Maple', 'Laurel', 'Church', 'Market', 'Walnut', 'Spruce', 'College', 'Haywood', 'Flint'][index % 10]} Street`;
      return feature('roads', 'line', line, { kind: 'minor_road', kind_detail: 'residential', name }, 12);
    }),
    ...buildings.map((ring) => feature('buildings', 'polygon', ring, { kind: 'building' }, 14)),
  ]);
}

function drawRoads(): Feature[] {
  const road = (kind: string, kind_detail: string, minZoom: number, line: Point[], name?: string) =>
    feature('roads', 'line', line, { kind, kind_detail, ...(name && { name }) }, minZoom);
  const highway = curve([-5600, 500], [-3600, 350], [-1900, 150], [-700, 700], [700, 800], [1800, 150], [3600, 300], [5600, -300]);
  return [
    road('highway', 'motorway', 5, highway),
    road('highway', 'motorway', 9, shift(highway, 26)),
    road('major_road', 'secondary', 9, shift(river, 210), 'River Road'),
    road(
      'major_road',
      'primary',
      8,
      curve([-5600, -1500], [-4100, -1180], [-2800, -760], [-1600, -520], [-600, -230], [60, 0]),
      'Bridge Street',
    ),
    road(
      'major_road',
      'primary',
      8,
      curve([300, -5600], [150, -2700], [40, -900], [60, 0], [-100, 1000], [-50, 2600], [-420, 4000], [-300, 5600]),
      'Main Street',
    ),
    road(
      'major_road',
      'secondary',
      9,
      curve([60, 0], [1000, 400], [1900, 900], [2500, 1900], [3500, 2300], [4400, 3000], [5600, 3300]),
      'Mountain Road',
    ),
    road('major_road', 'secondary', 9, curve([60, 0], [900, -420], [2100, -560], [3400, -900], [5600, -1500]), 'Mill Road'),
    road('minor_road', 'tertiary', 12, curve([-50, 2600], [500, 3000], [1300, 3150], [1700, 3900], [1500, 5600]), 'Lake Road'),
    road('minor_road', 'tertiary', 12, curve([-2800, -760], [-2950, -2000], [-2500, -3200], [-3100, -5600]), 'Bent Road'),
    road('minor_road', 'tertiary', 12, curve([-3600, 350], [-3300, 1500], [-3400, 3000], [-4000, 5600]), 'Valley Road'),
    road('minor_road', 'service', 13, curve([2500, 1900], [2650, 1500], [2900, 1450])),
    road('rail', 'rail', 11, shift(river, -150)),
  ];
}

function drawTrails(): Feature[] {
  const trail = (kind_detail: string, line: Point[], name?: string) =>
    feature('roads', 'line', line, { kind: 'path', kind_detail, ...(name && { name }) }, 13);
  const ridge = curve(
    [2900, 1450],
    [3300, 1050],
    [3700, 1500],
    [3900, 2100],
    [3600, 2700],
    [3000, 2900],
    [2500, 2450],
    [2250, 1700],
    [2650, 1250],
    [2900, 1450],
  );
  return [
    trail('cycleway', shift(river, 110), 'River Greenway'),
    trail('path', ridge, 'Ridge Trail'),
    trail('path', curve([3700, 1500], [4300, 1250], [4500, 700], [5200, 300]), 'Laurel Trail'),
    trail('path', curve([2250, 1700], [1700, 1500], [1300, 1000], [700, 800], [420, 400])),
    trail('track', curve([-4300, 1800], [-4000, 2500], [-4500, 3100], [-4100, 3700]), 'Wood Lane'),
    trail('path', curve([-3100, -3100], [-3700, -3300], [-4300, -3100], [-4700, -3700], [-4000, -4000], [-3700, -3300])),
    trail('footway', loop([650, 3550], 520, 320), 'Lake Loop'),
    trail('footway', loop([-1367, 2030], 210, 170), 'Garden Loop'),
    trail('footway', curve([-1560, 1900], [-1400, 2030], [-1180, 2130])),
    trail('footway', loop([-1300, -3118], 190, 310), 'Park Loop'),
    trail('footway', curve([-1500, -3350], [-1290, -3118], [-1120, -2900])),
    trail('footway', loop([420, -650], 140, 95)),
    trail('steps', curve([280, -560], [420, -650], [560, -720])),
    trail('path', curve([-1440, -1000], [-1180, -950], [-1000, -1150], [-1180, -1330], [-930, -1450], [-1000, -1600])),
    trail('footway', curve([-1180, -950], [-1120, -760], [-800, -300])),
    trail('path', curve([3000, 2900], [3100, 2300], [2800, 1900], [3300, 1050])),
    trail('path', curve([2700, -3300], [3200, -3100], [3500, -3600], [4000, -3300], [4300, -3900], [5200, -4000]), 'South Trail'),
  ];
}

function drawPlaces(): Feature[] {
  const place = (name: string, position: Point, kind_detail: string, population_rank: number, min_zoom: number) =>
    feature('places', 'point', [position], { kind: 'locality', kind_detail, name, population_rank, min_zoom }, min_zoom);
  return [place('Asheville', [60, 160], 'city', 10, 6), place('Riverside', [-3200, -150], 'village', 4, 12)];
}

function feature(
  layer: Feature['layer'],
  type: Feature['type'],
  part: Point[],
  properties: Feature['properties'],
  minZoom: number,
): Feature {
  return { layer, type, parts: [part], properties, minZoom };
}
