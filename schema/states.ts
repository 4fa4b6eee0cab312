/** Converts state names entered by users to two-letter codes. */

type NamesByCode = Record<string, string>;

const unitedStates: NamesByCode = {
  ...{ AL: 'Alabama', AK: 'Alaska', AZ: 'Arizona', AR: 'Arkansas', CA: 'California', CO: 'Colorado', CT: 'Connecticut', DE: 'Delaware' },
  ...{ DC: 'District of Columbia', FL: 'Florida', GA: 'Georgia', HI: 'Hawaii', ID: 'Idaho', IL: 'Illinois', IN: 'Indiana', IA: 'Iowa' },
  ...{ KS: 'Kansas', KY: 'Kentucky', LA: 'Louisiana', ME: 'Maine', MD: 'Maryland', MA: 'Massachusetts', MI: 'Michigan', MN: 'Minnesota' },
  ...{ MS: 'Mississippi', MO: 'Missouri', MT: 'Montana', NE: 'Nebraska', NV: 'Nevada', NH: 'New Hampshire', NJ: 'New Jersey' },
  ...{ NM: 'New Mexico', NY: 'New York', NC: 'North Carolina', ND: 'North Dakota', OH: 'Ohio', OK: 'Oklahoma', OR: 'Oregon' },
  ...{ PA: 'Pennsylvania', RI: 'Rhode Island', SC: 'South Carolina', SD: 'South Dakota', TN: 'Tennessee', TX: 'Texas', UT: 'Utah' },
  ...{ VT: 'Vermont', VA: 'Virginia', WA: 'Washington', WV: 'West Virginia', WI: 'Wisconsin', WY: 'Wyoming' },
  ...{ AS: 'American Samoa', GU: 'Guam', MP: 'Northern Mariana Islands', PR: 'Puerto Rico', VI: 'U.S. Virgin Islands' },
  ...{ AA: 'Armed Forces Americas', AE: 'Armed Forces Europe', AP: 'Armed Forces Pacific' },
};
const canada: NamesByCode = {
  ...{ AB: 'Alberta', BC: 'British Columbia', MB: 'Manitoba', NB: 'New Brunswick', NL: 'Newfoundland and Labrador', NS: 'Nova Scotia' },
  ...{
    NT: 'Northwest Territories',
    NU: 'Nunavut',
    ON: 'Ontario',
    PE: 'Prince Edward Island',
    QC: 'Quebec',
    SK: 'Saskatchewan',
    YT: 'Yukon',
  },
};
const statesByCountry: Record<string, NamesByCode> = { US: unitedStates, CA: canada };
/** Common state and province names, accepted in addition to the code and the official name. */
const alternativeNames: Record<string, NamesByCode> = {
  US: { 'washington dc': 'DC', 'virgin islands': 'VI' },
  CA: { newfoundland: 'NL', labrador: 'NL', pei: 'PE' },
};

/** Returns whether addresses in this country (ISO 3166 code) require a state. */
export function needsState(country: string): boolean {
  return Object.hasOwn(statesByCountry, country);
}

/** Converts `California`, `ca` or `N.C.` (but not `calif`) to the two-letter state code; returns undefined for anything else. */
export function stateCode(country: string, text: string): string | undefined {
  const states = needsState(country) ? statesByCountry[country] : undefined;
  if (!states) return undefined;
  const name = normalizeName(text);
  const match = Object.entries(states).find(([code, full]) => name === code.toLowerCase() || name === normalizeName(full));
  return match?.[0] ?? new Map(Object.entries(alternativeNames[country] ?? {})).get(name);
}

function normalizeName(name: string): string {
  return name
    .normalize('NFD')
    .replace(/[\p{M}.,]/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();
}
