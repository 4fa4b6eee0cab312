/** Styles map tiles for people on foot, in our own colors. Layers and kinds: https://docs.protomaps.com/basemaps/layers. */
import { namedFlavor } from '@protomaps/basemaps';
import {
  exp,
  type Filter,
  GeomType,
  type LabelRule,
  LineSymbolizer,
  type PaintRule,
  PolygonSymbolizer,
  labelRules as protomapsLabelRules,
} from 'protomaps-leaflet';

type WidthByZoom = (zoom: number) => number;

/** Reads the design tokens of map.css, which depend on the color scheme. */
export function readMapColors() {
  const style = getComputedStyle(document.documentElement);
  const read = (token: string) => style.getPropertyValue(token).trim();
  return {
    land: read('--map-land'),
    water: read('--map-water'),
    shore: read('--map-shore'),
    wood: read('--map-wood'),
    park: read('--map-park'),
    sand: read('--map-sand'),
    road: read('--map-road'),
    roadEdge: read('--map-road-edge'),
    rail: read('--map-rail'),
    path: read('--map-path'),
    building: read('--map-building'),
    buildingEdge: read('--map-building-edge'),
    border: read('--map-border'),
    ink: read('--ink'),
    softInk: read('--ink-soft'),
  };
}

type MapColors = ReturnType<typeof readMapColors>;

const woods = ['wood', 'forest', 'nature_reserve', 'scrub'];
const parks = [
  ...['park', 'national_park', 'protected_area', 'cemetery', 'golf_course', 'zoo', 'garden', 'recreation_ground', 'pitch'],
  ...['grass', 'grassland', 'meadow', 'village_green', 'allotments', 'playground'],
];
const squares = ['beach', 'sand', 'pedestrian', 'pier'];
/** Kinds of paths that follow a road. They are not drawn because their dashes would hide the road. */
const roadside = ['sidewalk', 'crossing'];

const pathWidth = interpolate({ 13: 1, 15: 1.7, 18: 3 });
const streamWidth = interpolate({ 13: 0.8, 16: 2, 18: 5 });
/** Road kinds, least important first, so that more important roads are drawn on top. */
const roads: [kind: string, width: WidthByZoom][] = [
  ['minor_road', interpolate({ 12: 0.5, 14: 1.6, 16: 5, 18: 14 })],
  ['major_road', interpolate({ 6: 0, 10: 1, 14: 3.2, 16: 7.5, 18: 20 })],
  ['highway', interpolate({ 3: 0, 6: 1.1, 10: 1.8, 14: 4.2, 16: 9, 18: 24 })],
];
/** Combined width in pixels of a road's two edges. */
const edgesWidth = 1.6;

/** @param widths widths in pixels by zoom level */
function interpolate(widths: Record<number, number>): WidthByZoom {
  return exp(
    1.6,
    Object.entries(widths).map(([zoom, width]) => [Number(zoom), width]),
  );
}

export function paintRules(colors: MapColors): PaintRule[] {
  return [
    fillArea('earth', colors.land),
    fillArea('landuse', colors.park, hasKind(parks)),
    fillArea('landuse', colors.wood, hasKind(woods)),
    fillArea('landuse', colors.sand, hasKind(squares)),
    ...waterRules(colors),
    { ...fillArea('buildings', colors.building, isArea), minzoom: 14 },
    { ...drawLine('buildings', colors.buildingEdge, () => 0.75, isArea), minzoom: 15 },
    ...pathRules(colors),
    ...roads.map(([kind, width]) => ({
      ...drawLine('roads', colors.roadEdge, (zoom) => width(zoom) + edgesWidth, hasKind([kind])),
      minzoom: 13,
    })),
    ...roads.map(([kind, width]) => drawLine('roads', colors.road, width, hasKind([kind]))),
    { ...drawLine('roads', colors.rail, () => 2.5, hasKind(['rail'])), minzoom: 12 },
    { ...dashLine('roads', colors.land, () => 1.3, [5, 5], hasKind(['rail'])), minzoom: 14 },
    dashLine('boundaries', colors.border, () => 1, [6, 3]),
  ];
}

function waterRules({ water, shore }: MapColors): PaintRule[] {
  // The ocean is cut into squares whose outlines are not shores, so only inland water gets an outline.
  const isInland: Filter = (zoom, feature) => isArea(zoom, feature) && feature.props.kind !== 'ocean';
  const isStream: Filter = (zoom, feature) => feature.geomType === GeomType.Line && hasKind(['river', 'stream', 'canal'])(zoom, feature);
  return [
    { ...drawLine('water', shore, () => 3, isInland), minzoom: 12 },
    drawLine('water', shore, streamWidth, isStream),
    // Drawn last to cover the center lines of rivers that are also drawn as areas.
    fillArea('water', water, isArea),
  ];
}

/** Draws paths as dashes on a light band, which keeps them legible in woods. */
function pathRules({ land, path }: MapColors): PaintRule[] {
  const isPath: Filter = (zoom, feature) =>
    hasKind(['path', 'other'])(zoom, feature) && !roadside.includes(String(feature.props.kind_detail));
  const band = new LineSymbolizer({ color: land, width: (zoom) => pathWidth(zoom) + 2.5, opacity: 0.7, lineJoin: 'round' });
  return [
    { dataLayer: 'roads', symbolizer: band, filter: isPath, minzoom: 14 },
    { ...dashLine('roads', path, pathWidth, [5, 2.5], isPath), minzoom: 13 },
  ];
}

const isArea: Filter = (_, { geomType }) => geomType === GeomType.Polygon;

function hasKind(kinds: string[]): Filter {
  return (_, { props }) => kinds.includes(String(props.kind));
}

function fillArea(dataLayer: string, fill: string, filter?: Filter): PaintRule {
  return { dataLayer, symbolizer: new PolygonSymbolizer({ fill }), ...(filter && { filter }) };
}

function drawLine(dataLayer: string, color: string, width: WidthByZoom, filter?: Filter): PaintRule {
  const symbolizer = new LineSymbolizer({ color, width, lineCap: 'round', lineJoin: 'round' });
  return { dataLayer, symbolizer, ...(filter && { filter }) };
}

function dashLine(dataLayer: string, color: string, width: WidthByZoom, dash: number[], filter?: Filter): PaintRule {
  const symbolizer = new LineSymbolizer({ color, width, dash, lineJoin: 'round' });
  return { dataLayer, symbolizer, ...(filter && { filter }) };
}

/** Returns Protomaps' rules for names in our colors. */
export function labelRules({ land, road, ink, softInk }: MapColors, isDark: boolean): LabelRule[] {
  return protomapsLabelRules(
    {
      ...namedFlavor(isDark ? 'dark' : 'light'),
      city_label: ink,
      city_label_halo: land,
      subplace_label: softInk,
      subplace_label_halo: land,
      state_label: softInk,
      state_label_halo: land,
      country_label: ink,
      roads_label_minor: ink,
      roads_label_minor_halo: road,
      roads_label_major: ink,
      roads_label_major_halo: road,
      ocean_label: softInk,
    },
    'en',
  );
}
