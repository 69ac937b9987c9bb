import { DAY_MS, HOUR_MS } from '#runtime/clock.ts'
import { type InitialCommit, type Repository, repositoryFrom } from './repository.ts'

const FIRST_ID = 70_001

const MIA = 1001
const PRIYA = 1002
const ALEX = 1003
const JONAS = 1004
const LANTERNWORKS = 501
const FERNHOUSE = 502

/** Who owns a repository and who committed to it, in turn; the latest authors pushed after everybody else. */
const TEAMS = {
  priya: { ownerId: PRIYA, authors: [PRIYA] },
  fernhouse: { ownerId: FERNHOUSE, authors: [PRIYA] },
  lanternworks: { ownerId: LANTERNWORKS, authors: [JONAS, PRIYA], latestAuthors: [PRIYA] },
  standup: {
    ownerId: LANTERNWORKS,
    authors: [JONAS, PRIYA],
    latestAuthors: [PRIYA, JONAS, JONAS],
  },
  mia: { ownerId: MIA, authors: [MIA] },
  miaAndJonas: { ownerId: MIA, authors: [MIA, JONAS] },
  alex: { ownerId: ALEX, authors: [ALEX] },
} satisfies Record<string, Team>

type Team = { ownerId: number; authors: number[]; latestAuthors?: number[] }

type Row = [
  team: keyof typeof TEAMS,
  visibility: 'public' | 'private',
  /** Since it was made, and since its last commit. */
  days: number,
  hours: number,
  commits: number,
  name: string,
  description: string,
]

/** The repositories that the product's demo links to, and one for each special case. Their order gives their ids. */
const DEMO: Row[] = [
  ['priya', 'public', 120, 2, 42, 'tide-tables', 'Tides and weather for small harbours.'],
  ['priya', 'private', 96, 5, 24, 'invoice-lantern', 'Invoices that explain themselves.'],
  ['fernhouse', 'private', 61, 48, 12, 'plant-diary', 'Remembers when the ferns were watered.'],
  ['priya', 'public', 33, 264, 6, 'colour-check', 'Contrast, measured before the designer asks.'],
  ['standup', 'private', 80, 6, 15, 'standup-notes', 'Yesterday, today, blocked: on one page.'],
  ['lanternworks', 'public', 55, 72, 11, 'website', 'The company’s own front page.'],
  [
    'lanternworks',
    'private',
    40,
    144,
    8,
    'queue-watcher',
    'Shows a waiting room how long it will take.',
  ],
  ['mia', 'public', 44, 4, 18, 'recipe-scaler', 'Soup for four becomes soup for four hundred.'],
  ['mia', 'private', 30, 27, 9, 'timer-wall', 'Twelve timers on one screen.'],
  ['miaAndJonas', 'public', 9, 55, 4, 'allergen-cards', 'Prints what is in the dish.'],
  ['mia', 'public', 1, 24, 0, 'next-idea', ''],
  ['alex', 'private', 200, 480, 3, 'gitferry-feedback', 'What people tell us, as issues.'],
]

export const demoRepositories = (now: number): Repository[] =>
  DEMO.map(([team, visibility, days, hours, commits, name, description], i) => {
    const { ownerId, authors, latestAuthors = [] }: Team = TEAMS[team]
    const createdAt = now - days * DAY_MS
    const wanted = {
      ownerId,
      name,
      description: description || null,
      isPrivate: visibility === 'private',
      language: commits > 0 ? 'TypeScript' : null,
      createdAt,
      story: demoCommits(name, description, {
        authorIds: authorsOf(commits, authors, latestAuthors),
        latest: Math.max(1, latestAuthors.length),
        from: createdAt,
        to: now - hours * HOUR_MS,
      }),
    }
    return repositoryFrom(wanted, FIRST_ID + i, now)
  })

function authorsOf(
  commits: number,
  inTurn: readonly number[],
  latest: readonly number[],
): number[] {
  const first = Array.from({ length: commits }, (_, i) => inTurn[i % inTurn.length] ?? 0)

  return latest.length > 0 ? [...first.slice(0, -latest.length), ...latest] : first
}

const MESSAGES = [
  'feat: first version of the page',
  'fix: keep the scroll position',
  'style: calmer colours',
  'docs: how to run it',
  'refactor: smaller components',
  'chore: update packages',
  'feat: remember the last choice',
  'fix: round to whole minutes',
  'feat: print view',
  'test: cover the empty list',
  'fix: dates in the reader’s zone',
]

type Outline = {
  /** The author of each commit. */
  authorIds: readonly number[]
  /** How many of the last ones came shortly after each other. */
  latest: number
  from: number
  to: number
}

const SHORTLY_MS = 9 * HOUR_MS

/** The commits of a small web page, the newest exactly at `to`. */
function demoCommits(
  title: string,
  about: string,
  { authorIds, from, to, latest }: Outline,
): InitialCommit[] {
  const commits = authorIds.length
  const pause = commits > 1 ? (to - from) / (commits - 1) : 0
  const timeOf = (i: number) => {
    const following = commits - 1 - i
    if (following < latest) return to - following * SHORTLY_MS
    return i === 0 ? from : from + (i + unevenness(i)) * pause
  }

  return authorIds.map((authorId, i) => ({
    message: i === 0 ? 'Initial commit' : (MESSAGES[i % MESSAGES.length] ?? ''),
    authorId,
    at: Math.floor(timeOf(i) / 1000) * 1000,
    files: i === 0 ? firstFiles(title, about) : changedFiles(title, i),
  }))
}

/** Busy and quiet days: commits are up to a third of a pause early or late. */
const unevenness = (i: number) => ((i * 7) % 5) / 6 - 1 / 3

const firstFiles = (title: string, about: string) => ({
  'README.md': `# ${title}\n\n${about}\n`,
  'index.html': `<!doctype html>\n<title>${title}</title>\n<script type="module" src="src/app.ts"></script>\n`,
  'package.json': `${JSON.stringify({ name: title, private: true, type: 'module' }, null, 2)}\n`,
  'src/app.ts': appAt(title, 0),
})

/** Every third commit adds a file, and half of these are removed by the next one. */
const changedFiles = (title: string, step: number): InitialCommit['files'] => ({
  'src/app.ts': appAt(title, step),
  ...(step % 3 === 1 && { [partAt(step)]: `export const step = ${step}\n` }),
  ...(step % 6 === 5 && { [partAt(step - 1)]: null }),
})

const partAt = (step: number) => `parts/step-${step}.ts`

const appAt = (title: string, step: number) =>
  `document.title = '${title}'\nconst steps = ${step}\ndocument.body.dataset['steps'] = String(steps)\n`
