import { demoCommits } from './demo-commits.ts'
import { type Repository, repositoryFrom } from './repository.ts'

const FIRST_ID = 70_001
const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS

const MIA = 1001
const PRIYA = 1002
const ALEX = 1003
const JONAS = 1004
const LANTERNWORKS = 501
const FERNHOUSE = 502

type DemoRepository = {
  ownerId: number
  /** Authors of its commits, in turn. */
  authors: number[]
  /** Authors of its latest commits, who pushed after everybody else. */
  latestAuthors?: number[]
  name: string
  description: string | null
  isPrivate?: boolean
  /** Age of the repository and of its last commit; without `pushed`: no commits. */
  age: number
  pushed?: number
  commits?: number
}

/** The repositories that the product's demo links to, and one for each special case. */
const DEMO_REPOSITORIES: DemoRepository[] = [
  ...priyas(),
  ...lanternworks(),
  {
    ownerId: MIA,
    authors: [MIA],
    name: 'recipe-scaler',
    description: 'Soup for four becomes soup for four hundred.',
    age: 44 * DAY_MS,
    pushed: 4 * HOUR_MS,
    commits: 18,
  },
  {
    ownerId: MIA,
    authors: [MIA],
    name: 'timer-wall',
    description: 'Twelve timers on one screen.',
    isPrivate: true,
    age: 30 * DAY_MS,
    pushed: 27 * HOUR_MS,
    commits: 9,
  },
  {
    ownerId: MIA,
    authors: [MIA, JONAS],
    name: 'allergen-cards',
    description: 'Prints what is in the dish.',
    age: 9 * DAY_MS,
    pushed: 55 * HOUR_MS,
    commits: 4,
  },
  { ownerId: MIA, authors: [MIA], name: 'next-idea', description: null, age: DAY_MS },
  {
    ownerId: ALEX,
    authors: [ALEX],
    name: 'gitferry-feedback',
    description: 'What people tell us, as issues.',
    isPrivate: true,
    age: 200 * DAY_MS,
    pushed: 20 * DAY_MS,
    commits: 3,
  },
]

function priyas(): DemoRepository[] {
  const hers = { ownerId: PRIYA, authors: [PRIYA] }

  return [
    {
      ...hers,
      name: 'tide-tables',
      description: 'Tides and weather for small harbours.',
      age: 120 * DAY_MS,
      pushed: 2 * HOUR_MS,
      commits: 42,
    },
    {
      ...hers,
      name: 'invoice-lantern',
      description: 'Invoices that explain themselves.',
      isPrivate: true,
      age: 96 * DAY_MS,
      pushed: 5 * HOUR_MS,
      commits: 24,
    },
    {
      ...hers,
      ownerId: FERNHOUSE,
      name: 'plant-diary',
      description: 'Remembers when the ferns were watered.',
      isPrivate: true,
      age: 61 * DAY_MS,
      pushed: 2 * DAY_MS,
      commits: 12,
    },
    {
      ...hers,
      name: 'colour-check',
      description: 'Contrast, measured before the designer asks.',
      age: 33 * DAY_MS,
      pushed: 11 * DAY_MS,
      commits: 6,
    },
  ]
}

function lanternworks(): DemoRepository[] {
  const theirs = { ownerId: LANTERNWORKS, authors: [JONAS, PRIYA], latestAuthors: [PRIYA] }

  return [
    {
      ...theirs,
      name: 'standup-notes',
      description: 'Yesterday, today, blocked: on one page.',
      isPrivate: true,
      age: 80 * DAY_MS,
      pushed: 6 * HOUR_MS,
      commits: 15,
      latestAuthors: [PRIYA, JONAS, JONAS],
    },
    {
      ...theirs,
      name: 'website',
      description: 'The company’s own front page.',
      age: 55 * DAY_MS,
      pushed: 3 * DAY_MS,
      commits: 11,
    },
    {
      ...theirs,
      name: 'queue-watcher',
      description: 'Shows a waiting room how long it will take.',
      isPrivate: true,
      age: 40 * DAY_MS,
      pushed: 6 * DAY_MS,
      commits: 8,
    },
  ]
}

export const demoRepositories = (now: number): Repository[] =>
  DEMO_REPOSITORIES.map(({ age, pushed, commits = 0, authors, latestAuthors = [], ...wanted }, i) =>
    repositoryFrom(
      {
        ...wanted,
        language: commits > 0 ? 'TypeScript' : null,
        createdAt: now - age,
        story: demoCommits({
          title: wanted.name,
          about: wanted.description ?? '',
          authorIds: authorsOf(commits, authors, latestAuthors),
          latest: Math.max(1, latestAuthors.length),
          from: now - age,
          to: now - (pushed ?? age),
          commits,
        }),
      },
      FIRST_ID + i,
      now,
    ),
  )

function authorsOf(
  commits: number,
  inTurn: readonly number[],
  latest: readonly number[],
): number[] {
  const first = Array.from({ length: commits }, (_, i) => inTurn[i % inTurn.length] ?? 0)

  return latest.length > 0 ? [...first.slice(0, -latest.length), ...latest] : first
}
