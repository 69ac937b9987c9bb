import { Hono } from 'hono'
import { fieldsOf, InvalidInput } from '#runtime/fields.ts'
import { sameOriginOnly } from '#runtime/guard.ts'
import { type StartOptions, standin } from '#runtime/standin.ts'
import exportScript from './export.js?raw'
import exportWorker from './export-worker.js?raw'
import importScript from './import.js?raw'
import {
  type BuilderNeeds,
  builderControl,
  openBuilderMemory,
  PROJECT_ID,
  projectFrom,
  readFiles,
  starterFiles,
  withFiles,
} from './memory.ts'
import { homeRoutes, importRoutes, projectRoutes } from './project-routes.ts'

/** Plays the site where projects are built: it imports repositories and exports ZIP files. */
export const builder = standin({
  name: 'builder',
  title: 'Builder',
  plays: 'Plays bolt.new: projects live on this machine only, and nothing here is built.',
  home: 'Projects',
  files: {
    'export.js': exportScript,
    'export-worker.js': exportWorker,
    'import.js': importScript,
  },
  remember: openBuilderMemory,
  app: (needs) =>
    new Hono()
      .use(sameOriginOnly)
      .route('/', homeRoutes(needs))
      .route('/', importRoutes(needs))
      .route('/', projectRoutes(needs)),
  control: builderControl,
  seed: seedProjects,
})

/** `env` is for the product's configuration. */
export async function startBuilder(options: StartOptions) {
  const { url, close } = await builder.start(options)

  return { url, env: { BUILDER_URL: url }, close }
}

/** `{"projects":[{"id":"sb1-soup","title":"Soup","files":{"a.txt":"x","b.png":{"base64":"…"}}}]}` */
async function seedProjects({ memory, clock }: BuilderNeeds, input: unknown): Promise<void> {
  for (const one of fieldsOf(input).list('projects')) {
    const title = one.text('title', 'Project')
    const id = one.has('id') ? one.text('id') : undefined
    if (id !== undefined && !PROJECT_ID.test(id)) throw new InvalidInput('"id" is no project id.')
    const isGiven = one.has('files')
    const empty = projectFrom(
      { title, files: isGiven ? {} : starterFiles(title), ...(id && { id }) },
      clock.now(),
    )
    const files = isGiven ? readFiles(one.value('files')) : {}
    await memory.projects.put(withFiles(empty, files, clock.now()))
  }
}
