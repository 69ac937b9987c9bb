import { type Context, Hono } from 'hono'
import { fieldsOf, InvalidInput, readJson } from '#runtime/fields.ts'
import {
  type BuilderNeeds,
  EXPORT_FAILURES,
  EXPORT_WAYS,
  LANGUAGES,
  LAYOUTS,
  NAVIGATIONS,
  type Settings,
} from './memory.ts'
import { readFiles, withFiles } from './project.ts'

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
