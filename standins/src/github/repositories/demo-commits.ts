import type { InitialCommit } from './repository.ts'

const SECOND_MS = 1000

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
  title: string
  about: string
  /** The author of each commit. */
  authorIds: readonly number[]
  from: number
  to: number
  commits: number
  /** How many of the last ones came shortly after each other. */
  latest?: number
}

const SHORTLY_MS = 9 * 60 * 60 * SECOND_MS

/** The commits of a small web page, the newest exactly at `to`. */
export function demoCommits({ title, about, authorIds, from, to, commits, latest = 1 }: Outline) {
  const pause = commits > 1 ? (to - from) / (commits - 1) : 0
  const timeOf = (i: number) => {
    const following = commits - 1 - i
    if (following < latest) return to - following * SHORTLY_MS
    return i === 0 ? from : from + (i + unevenness(i)) * pause
  }

  return Array.from(
    { length: commits },
    (_, i): InitialCommit => ({
      message: i === 0 ? 'Initial commit' : (MESSAGES[i % MESSAGES.length] ?? ''),
      authorId: authorIds[i] ?? 0,
      at: wholeSeconds(timeOf(i)),
      files: i === 0 ? firstFiles(title, about) : changedFiles(title, i),
    }),
  )
}

/** Busy and quiet days: commits are up to a third of a pause early or late. */
const unevenness = (i: number) => ((i * 7) % 5) / 6 - 1 / 3

const wholeSeconds = (ms: number) => Math.floor(ms / SECOND_MS) * SECOND_MS

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
