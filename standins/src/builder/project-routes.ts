import { setTimeout as wait } from 'node:timers/promises'
import { type Context, Hono } from 'hono'
import { zipOf } from '#formats/zip.ts'
import { editorPage } from './editor-page.ts'
import type { BuilderNeeds, Settings } from './memory.ts'
import { newestFirst, PROJECT_ID, type Project } from './project.ts'

const MOST_LINKS = 8

/** The editor's page, and the routes that it calls. */
export function projectRoutes({ memory, showPage }: BuilderNeeds): Hono {
  const { projects, settings } = memory
  const known = (c: Context): Project | undefined => {
    const id = c.req.param('id') ?? ''
    return PROJECT_ID.test(id) ? projects.get(id) : undefined
  }

  return new Hono()
    .get('/~/:id', (c, next) => {
      const project = known(c)
      if (!project) return next()
      const { file, tab } = c.req.query()
      const path = file !== undefined && file in project.files ? file : null
      const others = projects.all().filter(({ id }) => id !== project.id)
      const body = editorPage({
        project,
        settings: settings.state,
        others: newestFirst(others).slice(0, MOST_LINKS),
        path,
        isSettings: tab === 'settings',
      })
      return showPage(c, { title: project.title, body, scripts: ['export.js'] })
    })
    .get('/api/projects/:id', (c, next) => {
      const project = known(c)
      return project ? c.json(project) : next()
    })
    .get('/api/projects/:id/export', async (c, next) => {
      const project = known(c)
      if (!project) return next()
      await wait(settings.state.exportDelayMs)
      const { exportFailure } = settings.state
      if (exportFailure === 'error') return c.json({ error: 'The export failed.' }, 500)
      if (exportFailure === 'silent') return c.body(null, 204)
      return c.body(new Uint8Array(exported(project, exportFailure)), 200, {
        'content-type': 'application/zip',
      })
    })
}

/** More than any product takes. */
const HUGE_BYTES = 100_000_000

/** One folder with everything in it, without modes: the builder does not know them. */
function exported({ files }: Project, failure: Settings['exportFailure']): Buffer {
  if (failure === 'no-zip') return Buffer.from('<!doctype html><title>Error</title>')
  const zip = zipOf(
    failure === 'empty'
      ? []
      : Object.entries(files).map(([path, base64]) => ({
          path: `project/${path}`,
          mode: null,
          content: Buffer.from(base64, 'base64'),
        })),
  )
  // A byte of the first file's content.
  const at = zip.indexOf('project/') + 60
  if (failure === 'huge') return Buffer.concat([zip, Buffer.alloc(HUGE_BYTES)])
  if (failure === 'damaged' && zip.length > at) zip.writeUInt8((zip[at] ?? 0) ^ 0xff, at)

  return zip
}
