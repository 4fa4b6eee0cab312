export const parcelAddress = {
  name: 'Mem Ber',
  line1: '1 Trail',
  line2: 'Hut 2',
  city: 'Boone',
  state: 'NC',
  zip: '28607',
  country: 'US',
  phone: '+1 828 555 0100',
};
