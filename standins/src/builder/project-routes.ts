import { setTimeout as wait } from 'node:timers/promises'
import { type Context, Hono } from 'hono'
import { html } from 'hono/html'
import { zipOf } from '#formats/zip.ts'
import { type Markup, rows, who } from '#runtime/page.ts'
import { CloneFailed, cloneAnonymously, type Wanted } from './clone.ts'
import { editorPage } from './editor-page.ts'
import type { BuilderNeeds, Settings } from './memory.ts'
import { newestFirst, PROJECT_ID, type Project, projectFrom, starterFiles } from './memory.ts'

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
      const others = projects.all().filter(({ id }) => id !== project.id)
      const body = editorPage({
        project,
        settings: settings.state,
        others: newestFirst(others).slice(0, MOST_LINKS),
        isSettings: c.req.query('tab') === 'settings',
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
  if (failure === 'huge') return Buffer.concat([zip, Buffer.alloc(HUGE_BYTES)])
  if (failure === 'damaged') {
    // The first byte of the first file's content, behind its header of 30 bytes with name and extra field.
    const at = 30 + zip.readUInt16LE(26) + zip.readUInt16LE(28)
    zip.writeUInt8((zip[at] ?? 0) ^ 0xff, at)
  }

  return zip
}

const MAX_TITLE = 100

export const homeRoutes = ({ memory: { projects }, clock, showPage }: BuilderNeeds): Hono =>
  new Hono()
    .get('/', (c) =>
      showPage(c, { title: 'Projects', body: projectsPage(newestFirst(projects.all())) }),
    )
    .post('/projects', async (c) => {
      const { title } = await c.req.parseBody()
      const name = String(title ?? '').slice(0, MAX_TITLE) || 'New project'
      const project = projectFrom({ title: name, files: starterFiles(name) }, clock.now())
      await projects.put(project)
      return c.redirect(`/~/${project.id}`, 303)
    })

const projectsPage = (list: readonly Project[]): Markup => html`
  <h1>Projects</h1>
  ${rows(
    list.map(({ id, title, source }) =>
      who(
        html`<a href="/~/${id}"><bdi>${title}</bdi></a>`,
        source ? `from ${source.owner}/${source.name}` : '',
      ),
    ),
  )}
  <form class="actions" method="post" action="/projects">
    <label>Name <input class="field" name="title" maxlength="${MAX_TITLE}" required></label>
    <button class="button">New project</button>
  </form>`

const AT = '/~/github.com/:owner/:name'

/** `/~/github.com/{owner}/{name}`: the page clones at once, and its address becomes that of the new project. */
export function importRoutes(needs: BuilderNeeds): Hono {
  const show = (c: Context, { owner, name }: Wanted, problem?: string) =>
    needs.showPage(c, {
      title: `Import of ${owner}/${name}`,
      body: html`
        <h1>Import of <bdi>${owner}/${name}</bdi></h1>
        <p class="lead" role="status" id="state">${problem ?? ''}</p>
        <form method="post" id="import"><button class="button">${problem ? 'Try again' : 'Import'}</button></form>`,
      scripts: problem === undefined ? ['import.js'] : [],
    })
  const wantedIn = (c: Context): Wanted => {
    const { owner = '', name = '' } = c.req.param()
    return { owner, name: name.replace(/\.git$/, '') }
  }

  return new Hono()
    .get(AT, (c) => show(c, wantedIn(c)))
    .post(AT, async (c) => {
      const wanted = wantedIn(c)
      const isScript = c.req.header('accept')?.includes('json')
      try {
        const { id } = await importProject(needs, wanted)
        return isScript ? c.json({ id }) : c.redirect(`/~/${id}`, 303)
      } catch (error) {
        if (!(error instanceof CloneFailed)) throw error
        return isScript ? c.json({ error: error.message }) : show(c, wanted, error.message)
      }
    })
}

async function importProject(needs: BuilderNeeds, wanted: Wanted): Promise<Project> {
  const { projects } = needs.memory
  if (!needs.codeHostUrl) throw new CloneFailed('The code host does not answer')

  const { files, branch, commit } = await cloneAnonymously(needs.codeHostUrl, wanted)
  const { owner, name } = wanted
  const project = projectFrom(
    { title: name, files, source: { owner, name, branch, commit } },
    needs.clock.now(),
  )
  await projects.put(project)
  return project
}
