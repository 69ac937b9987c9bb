import { type NewPerson, type Organisation, type Person, personFrom } from './person.ts'

const FIRST_ID = 1001
const JOINED_AT = Date.UTC(2021, 4, 17, 9, 30)

/** Three users who also have an account at the product, and one for each state of an e-mail address. */
const DEMO: [login: string, name: string, email: string, state: NewPerson['emailState']][] = [
  ['mia-torres', 'Mia Torres', 'member@demo.gitferry.test', 'hidden'],
  ['priya-nair', 'Priya Nair', 'pro@demo.gitferry.test', 'verified'],
  ['alex-rivera', 'Alex Rivera', 'admin@demo.gitferry.test', 'hidden'],
  ['jonas-weber', 'Jonas Weber', 'jonas@example.test', 'verified'],
  ['sofia-lind', 'Sofía Lind', 'sofia@example.test', 'hidden'],
  ['noor-haddad', 'Noor Haddad', 'noor@example.test', 'unverified'],
  ['sam-okafor', '', '', 'none'],
]

export const demoPeople = (): Person[] =>
  DEMO.map(([login, name, email, emailState], i) =>
    personFrom({ login, name, email, emailState }, FIRST_ID + i, JOINED_AT),
  )

const FOUNDED_AT = Date.UTC(2022, 2, 3, 8, 0)
const PRIYA = { personId: 1002, role: 'admin' as const }
const JONAS = { personId: 1004, role: 'member' as const }

/** Priya owns both, Jonas is a member of one: members may push, but not install apps. */
export const demoOrganisations = (): Organisation[] => [
  {
    id: 501,
    login: 'lanternworks',
    name: 'Lanternworks',
    members: [PRIYA, JONAS],
    joinedAt: FOUNDED_AT,
  },
  { id: 502, login: 'fernhouse', name: 'Fernhouse', members: [PRIYA], joinedAt: FOUNDED_AT },
]
