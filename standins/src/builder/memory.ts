import { type Context, Hono } from 'hono'
import { randomText } from '#oauth/random-text.ts'
import type { Needs } from '#runtime/declaration.ts'
import { fieldsOf, InvalidInput, readJson } from '#runtime/fields.ts'
import type { Place } from '#runtime/place.ts'

/** Where the page puts its export: three known arrangements, an unknown one, and one without words. */
const LAYOUTS = ['export-button', 'status-menu', 'project-menu', 'moved', 'wordless'] as const
export type Layout = (typeof LAYOUTS)[number]

const EXPORT_FAILURES = ['error', 'silent', 'damaged', 'empty', 'no-zip', 'huge'] as const

/** How the page hands the ZIP over: by a Blob of its own or of a worker, a plain link, or the browser's file dialog. */
const EXPORT_WAYS = ['blob', 'link', 'picker', 'worker'] as const

/** How the page goes to another project: by a new page, or by script. */
const NAVIGATIONS = ['page', 'script'] as const

const LANGUAGES = ['en', 'es'] as const

/** How the builder behaves today. */
export type Settings = {
  layout: Layout
  language: (typeof LANGUAGES)[number]
  navigation: (typeof NAVIGATIONS)[number]
  /** So often the header is replaced by a new one; 0: never. */
  redrawMs: number
  exportWay: (typeof EXPORT_WAYS)[number]
  exportDelayMs: number
  exportFailure: (typeof EXPORT_FAILURES)[number] | null
}

export type BuilderNeeds = Needs<ReturnType<typeof openBuilderMemory>>

export const openBuilderMemory = (place: Place) => ({
  projects: place.openRecords<Project>('projects'),
  settings: place.open<Settings>('settings.json', () => ({
    layout: 'project-menu',
    language: 'en',
    navigation: 'page',
    redrawMs: 0,
    exportWay: 'blob',
    exportDelayMs: 0,
    exportFailure: null,
  })),
})

/** Sets the builder's behaviour, and plays its user. */
export function builderControl({ memory, clock }: BuilderNeeds): Hono {
  const { settings, projects } = memory
  const known = (c: Context) => {
    const found = projects.get(c.req.param('id') ?? '')
    if (!found) throw new InvalidInput('No such project.')
    return found
  }

  return new Hono()
    .put('/settings', async (c) => {
      const changes = readSettings(fieldsOf(await readJson(c.req)))
      await settings.change((state) => Object.assign(state, changes))
      return c.json(settings.state)
    })
    .put('/projects/:id/files', async (c) => {
      const changes = readFiles(await readJson(c.req))
      const { id } = known(c)
      await projects.change(id, (project) => withFiles(project, changes, clock.now()))
      return c.json(known(c))
    })
}

const CHOICES = {
  layout: LAYOUTS,
  language: LANGUAGES,
  navigation: NAVIGATIONS,
  exportWay: EXPORT_WAYS,
} as const

function readSettings(input: ReturnType<typeof fieldsOf>): Partial<Settings> {
  const given = (names: string[], read: (name: string) => unknown) =>
    names.filter(input.has).map((name) => [name, read(name)])

  return Object.fromEntries(
    [
      ...Object.entries(CHOICES).map(([name, choices]) => [name, input.oneOf(name, choices)]),
      ...given(['exportDelayMs', 'redrawMs'], input.integer),
      ...given(['exportFailure'], (name) => input.oneOf(name, EXPORT_FAILURES)),
    ].filter(([name, value]) => value !== null || name === 'exportFailure'),
  )
}

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
