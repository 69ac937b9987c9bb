import type { Person } from './person.ts'

/** Two who also have an account with the product, and one for each special case. */
export const demoPeople = (): Person[] => [
  {
    sub: '100000000000000001001',
    name: 'Mia Torres',
    email: 'member@demo.gitferry.test',
    emailVerified: true,
    hostedDomain: null,
  },
  {
    sub: '100000000000000001002',
    name: 'Priya Nair',
    email: 'pro@demo.gitferry.test',
    emailVerified: true,
    hostedDomain: null,
  },
  {
    sub: '100000000000000001003',
    name: 'Jonas Weber',
    email: 'jonas@example.test',
    emailVerified: true,
    hostedDomain: null,
  },
  {
    sub: '100000000000000001004',
    name: 'Lena Park',
    email: 'lena@lanternworks.test',
    emailVerified: true,
    hostedDomain: 'lanternworks.test',
  },
  {
    sub: '100000000000000001005',
    name: 'Vera Lund',
    email: 'vera@example.test',
    emailVerified: false,
    hostedDomain: null,
  },
]
