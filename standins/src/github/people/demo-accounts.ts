import { type NewPerson, type Organisation, type Person, personFrom } from './person.ts'

const FIRST_ID = 1001
const JOINED_AT = Date.UTC(2021, 4, 17, 9, 30)

/** Three users who also have an account at the product, and one for each state of an e-mail address. */
const DEMO: NewPerson[] = [
  {
    login: 'mia-torres',
    name: 'Mia Torres',
    email: 'member@demo.gitferry.test',
    emailState: 'hidden',
  },
  {
    login: 'priya-nair',
    name: 'Priya Nair',
    email: 'pro@demo.gitferry.test',
    emailState: 'verified',
  },
  {
    login: 'alex-rivera',
    name: 'Alex Rivera',
    email: 'admin@demo.gitferry.test',
    emailState: 'hidden',
  },
  {
    login: 'jonas-weber',
    name: 'Jonas Weber',
    email: 'jonas@example.test',
    emailState: 'verified',
  },
  { login: 'sofia-lind', name: 'Sofía Lind', email: 'sofia@example.test', emailState: 'hidden' },
  {
    login: 'noor-haddad',
    name: 'Noor Haddad',
    email: 'noor@example.test',
    emailState: 'unverified',
  },
  { login: 'sam-okafor', name: '', email: '', emailState: 'none' },
]

export const demoPeople = (): Person[] =>
  DEMO.map((one, i) => personFrom(one, FIRST_ID + i, JOINED_AT))

const FOUNDED_AT = Date.UTC(2022, 2, 3, 8, 0)

/** Priya owns both, Jonas is a member of one: members may push, but not install apps. */
export const demoOrganisations = (): Organisation[] => [
  {
    id: 501,
    login: 'lanternworks',
    name: 'Lanternworks',
    members: [
      { personId: 1002, role: 'admin' },
      { personId: 1004, role: 'member' },
    ],
    joinedAt: FOUNDED_AT,
  },
  {
    id: 502,
    login: 'fernhouse',
    name: 'Fernhouse',
    members: [{ personId: 1002, role: 'admin' }],
    joinedAt: FOUNDED_AT,
  },
]
