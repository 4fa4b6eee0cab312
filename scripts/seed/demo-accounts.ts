import type { Tier } from '#schema/rules.ts';

export const demoPassword = 'demo-pass-1';

export interface DemoMember {
  email: string;
  username: string;
  firstName: string;
  lastName: string;
  role: Tier;
  referralCode: string;
  about: string;
}

export const demoMembers: DemoMember[] = [
  {
    email: 'free@demo.test',
    username: 'wren',
    firstName: 'Wren',
    lastName: 'Holloway',
    role: 'free',
    referralCode: 'WRENH26A',
    about: 'Free, no tokens',
  },
  {
    email: 'basic@demo.test',
    username: 'basil',
    firstName: 'Basil',
    lastName: 'Thorne',
    role: 'basic',
    referralCode: 'BASTH26B',
    about: 'Basic, owns TC-0000001 to TC-0000005',
  },
  {
    email: 'premium@demo.test',
    username: 'pru',
    firstName: 'Pru',
    lastName: 'Ashdown',
    role: 'premium',
    referralCode: 'PRASH26C',
    about: 'Premium, 300 tokens',
  },
];

export const demoAdmin = { email: 'admin@demo.test', firstName: 'Ada', lastName: 'Marsh' };

/** Token balance of premium@demo.test after seeding; free@demo.test has 0. */
export const premiumTokenBalance = 300;
