import { type Context, Hono } from 'hono'
import { fieldsOf, InvalidInput, readJson } from '#runtime/fields.ts'
import { type BuilderNeeds, EXPORT_FAILURES, LAYOUTS, type Settings } from './memory.ts'
import { withFiles } from './project.ts'
import { readFiles } from './read-files.ts'

/** How the builder behaves, and what a person does in it. */
export function builderControl({ memory, clock }: BuilderNeeds): Hono {
  const { settings, projects } = memory
  const known = (c: Context) => {
    const found = projects.get(c.req.param('id') ?? '')
    if (!found) throw new InvalidInput('No such project.')
    return found
  }

  return new Hono()
    .get('/settings', (c) => c.json(settings.state))
    .put('/settings', async (c) => {
      const changes = readSettings(fieldsOf(await readJson(c.req)))
      await settings.change((state) => Object.assign(state, changes))
      return c.json(settings.state)
    })
    .get('/projects', (c) => c.json(projects.all()))
    .get('/projects/:id', (c) => c.json(known(c)))
    .put('/projects/:id/files', async (c) => {
      const changes = readFiles(await readJson(c.req))
      const { id } = known(c)
      await projects.change(id, (project) => withFiles(project, changes, clock.now()))
      return c.json(known(c))
    })
    .delete('/projects/:id', async (c) => {
      await projects.remove(known(c).id)
      return c.body(null, 204)
    })
}

function readSettings(input: ReturnType<typeof fieldsOf>): Partial<Settings> {
  const layout = input.oneOf('layout', LAYOUTS)

  return {
    ...(layout && { layout }),
    ...(input.has('exportDelayMs') && { exportDelayMs: input.integer('exportDelayMs') }),
    ...(input.has('exportFailure') && {
      exportFailure: input.oneOf('exportFailure', EXPORT_FAILURES),
    }),
    ...(input.has('importDelayMs') && { importDelayMs: input.integer('importDelayMs') }),
    ...(input.has('importsBranches') && { importsBranches: input.flag('importsBranches') }),
  }
}
