import type { Organisation } from './organisation.ts'

const FOUNDED_AT = Date.UTC(2022, 2, 3, 8, 0)

/** Priya owns it, Jonas only works there: he may push, but not let a program in. */
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
]
