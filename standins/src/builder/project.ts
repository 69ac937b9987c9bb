import { randomText } from '#oauth/random-text.ts'
import { fieldsOf } from '#runtime/fields.ts'

/** Files by path, as base64: a project may hold pictures. */
export type Files = Record<string, string>

export type Project = {
  id: string
  title: string
  files: Files
  /** Where it was imported from. */
  source: { owner: string; name: string; branch: string; commit: string } | null
  createdAt: number
  updatedAt: number
}

/** The format of project ids; an address with a dot is a running import. */
export const PROJECT_ID = /^[A-Za-z0-9_-]{1,200}$/

type NewProject = Pick<Project, 'title' | 'files'> & Partial<Pick<Project, 'id' | 'source'>>

export const projectFrom = (wanted: NewProject, now: number): Project => ({
  id: `sb1-${randomText(8).toLowerCase()}`,
  source: null,
  ...wanted,
  createdAt: now,
  updatedAt: now,
})

export const newestFirst = (list: readonly Project[]) =>
  list.toSorted((a, b) => b.updatedAt - a.updatedAt)

export const encoded = (text: string): string => Buffer.from(text).toString('base64')

/** The initial files of a new project. */
export const starterFiles = (title: string): Files => ({
  'package.json': encoded(`${JSON.stringify({ name: 'new-project', private: true }, null, 2)}\n`),
  'index.html': encoded(`<!doctype html>\n<title>${title}</title>\n<div id="app"></div>\n`),
  'src/main.ts': encoded(`document.title = ${JSON.stringify(title)}\n`),
  '.gitignore': encoded('node_modules\ndist\n'),
})

/** The project with these files put into it; null removes one. */
export function withFiles(
  project: Project,
  changes: Readonly<Record<string, string | null>>,
  now: number,
): Project {
  const files = { ...project.files, ...changes }

  return {
    ...project,
    files: Object.fromEntries(
      Object.entries(files).filter((entry): entry is [string, string] => entry[1] !== null),
    ),
    updatedAt: now,
  }
}

/** Files by path: a text, `{"base64"}`, or null to remove one. */
export function readFiles(input: unknown): Record<string, string | null> {
  const fields = fieldsOf(input)

  return Object.fromEntries(
    Object.keys(input as object).map((path) => {
      const value = fields.value(path)
      if (value === null) return [path, null]
      return [path, typeof value === 'string' ? encoded(value) : fieldsOf(value).text('base64')]
    }),
  )
}
