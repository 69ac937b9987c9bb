import { type Context, Hono } from 'hono'
import { html } from 'hono/html'
import type { Markup } from '#runtime/page.ts'
import { CloneFailed, cloneAnonymously, type Wanted } from './clone.ts'
import type { BuilderNeeds } from './memory.ts'
import { type Project, projectFrom } from './project.ts'

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
