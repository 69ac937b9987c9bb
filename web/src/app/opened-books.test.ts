import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { library } from '#i18n/whole-library.ts'

const SOURCE = fileURLToPath(new URL('..', import.meta.url))
const ROUTES = readFileSync(join(SOURCE, 'app/routes.tsx'), 'utf8')

/** A row of the route table: its page with title, description and books, and the file of its screen. */
const ROW =
  /page\(\s*'[\w-]+',\s*'([\w.]+)',\s*'([\w.]+)'(?:,\s*\[([^\]]*)\])?,?\s*\)[\s\S]*?import\('#([^']+)'\)/g

const rows = [...ROUTES.matchAll(ROW)].map(([, title, , books, file]) => ({
  subject: title?.split('.')[0] ?? '',
  books: [...(books ?? '').matchAll(/'(\w+)'/g)].map(([, book]) => book),
  file: file ?? '',
}))

test('the table was understood', () => {
  expect(rows.length).toBe(ROUTES.match(/import\('#screens/g)?.length)
})

test.each(rows)('$file opens the books whose words it says', ({ subject, books, file }) => {
  const said = [subject, ...subjectsSaidBy(join(SOURCE, file))]

  expect(said.filter((one) => !['site', ...books].includes(bookOf(one)))).toEqual([])
})

test('what stands around the screens says only what is open from the start', () => {
  const shell = [...ROUTES.matchAll(/from '\.\/([^']+\.tsx)'/g)].map(([, file]) => file ?? '')

  const said = shell.flatMap((file) => subjectsSaidBy(join(SOURCE, 'app', file)))

  expect(said.filter((one) => bookOf(one) !== 'site')).toEqual([])
})

function bookOf(subject: string): string {
  return Object.entries(library.en).find(([, words]) => subject in words)?.[0] ?? 'none'
}

/** The subjects of all keys in a file and in all that it imports. */
function subjectsSaidBy(file: string, seen = new Set<string>()): string[] {
  if (seen.has(file) || !existsSync(file)) return []
  seen.add(file)
  const text = readFileSync(file, 'utf8')
  const keys = [...text.matchAll(/'([a-zA-Z]+)(?:\.\w+)+'/g)].map(([, subject]) => subject ?? '')
  const imports = [...text.matchAll(/(?:from|import\() ?'(#|\.\/)([^']+\.tsx?)'/g)].map(
    ([, from, path]) => join(from === '#' ? SOURCE : dirname(file), path ?? ''),
  )

  return [
    ...keys.filter((subject) => bookOf(subject) !== 'none'),
    ...imports.flatMap((path) => subjectsSaidBy(path, seen)),
  ]
}
