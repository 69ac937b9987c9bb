import { type Context, Hono } from 'hono'
import { html } from 'hono/html'
import type { Markup } from '#runtime/page.ts'
import { CloneFailed, cloneAnonymously, type Wanted } from './clone.ts'
import type { BuilderNeeds } from './memory.ts'
import { newestFirst, type Project, projectFrom, starterFiles } from './project.ts'

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
  <div class="title"><h1>Projects</h1></div>
  ${list.length === 0 ? html`<p class="quiet">None yet. Begin one here.</p>` : html`<ul class="card projects">${list.map(row)}</ul>`}
  <section aria-labelledby="new">
    <h2 id="new">New project</h2>
    <form class="line" method="post" action="/projects">
      <label>Name <input class="field" name="title" maxlength="${MAX_TITLE}" required></label>
      <button class="button">Create</button>
    </form>
  </section>`

const row = ({ id, title, files, source }: Project) => html`
  <li>
    <a href="/~/${id}"><bdi>${title}</bdi></a>
    <span class="quiet">${Object.keys(files).length} files${source ? `, from ${source.owner}/${source.name}` : ''}</span>
  </li>`

const AT = '/~/github.com/:owner/:name'

/** `/~/github.com/{owner}/{name}`: the page clones, and its address becomes that of the new project. */
export function importRoutes(needs: BuilderNeeds): Hono {
  const show = (c: Context, problem?: string) => {
    const { owner, name } = wantedIn(c)
    return needs.showPage(c, {
      title: `Import of ${owner}/${name}`,
      body: importPage(`${owner}/${name}`, problem),
      scripts: problem === undefined ? ['import.js'] : [],
    })
  }
  const start = async (c: Context) => {
    const isScript = c.req.header('accept')?.includes('json')
    try {
      const { id } = await importProject(needs, wantedIn(c))
      return isScript ? c.json({ id }) : c.redirect(`/~/${id}`, 303)
    } catch (error) {
      if (!(error instanceof CloneFailed)) throw error
      return isScript ? c.json({ error: error.message }) : show(c, error.message)
    }
  }

  return new Hono().get(AT, (c) => show(c)).post(AT, start)
}

function wantedIn(c: Context): Wanted {
  const { owner = '', name = '' } = c.req.param()

  return { owner, name: name.replace(/\.git$/, '') }
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

const importPage = (fullName: string, problem: string | undefined): Markup => html`
  <h1>Import of <bdi>${fullName}</bdi></h1>
  <p class="lead" role="status" id="state">${problem ?? ''}</p>
  <form method="post" id="import"><button class="button">${problem ? 'Try again' : 'Import'}</button></form>
  <p><a href="/">All projects</a></p>`
