import type { InitialCommit } from './repository.ts'

const SECOND_MS = 1000

const MESSAGES = [
  'feat: first version of the page',
  'fix: keep the scroll position',
  'style: calmer colours',
  'docs: how to run it',
  'refactor: smaller components',
  'chore: update packages',
]

type Outline = {
  title: string
  about: string
  authors: readonly number[]
  from: number
  to: number
  commits: number
}

/** The commits of a small web page, the newest exactly at `to`. */
export function demoCommits({
  title,
  about,
  authors,
  from,
  to,
  commits,
}: Outline): InitialCommit[] {
  const pause = commits > 1 ? (to - from) / (commits - 1) : 0

  return Array.from({ length: commits }, (_, i) => ({
    message: i === 0 ? 'Initial commit' : (MESSAGES[i % MESSAGES.length] ?? ''),
    authorId: authors[i % authors.length] ?? 0,
    at: wholeSeconds(i === commits - 1 ? to : from + i * pause),
    files: i === 0 ? firstFiles(title, about) : { 'src/app.ts': appAt(title, i) },
  }))
}

const wholeSeconds = (ms: number) => Math.floor(ms / SECOND_MS) * SECOND_MS

const firstFiles = (title: string, about: string) => ({
  'README.md': `# ${title}\n\n${about}\n`,
  'index.html': `<!doctype html>\n<title>${title}</title>\n<script type="module" src="src/app.ts"></script>\n`,
  'package.json': `${JSON.stringify({ name: title, private: true, type: 'module' }, null, 2)}\n`,
  'src/app.ts': appAt(title, 0),
})

const appAt = (title: string, step: number) =>
  `document.title = '${title}'\nconst steps = ${step}\ndocument.body.dataset['steps'] = String(steps)\n`
