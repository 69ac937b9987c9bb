import { Hono } from 'hono'
import { sameOriginOnly } from '#runtime/guard.ts'
import { standin } from '#runtime/standin.ts'
import builderCss from './builder.css?raw'
import { builderControl } from './control-routes.ts'
import exportScript from './export.js?raw'
import { homeRoutes } from './home-routes.ts'
import importScript from './import.js?raw'
import { importRoutes } from './import-routes.ts'
import { openBuilderMemory } from './memory.ts'
import { projectRoutes } from './project-routes.ts'
import { seedProjects } from './seed-projects.ts'

/** Plays the site where projects are built: it imports repositories and exports ZIP files. */
export const builder = standin({
  name: 'builder',
  title: 'Builder',
  plays: 'Plays bolt.new: projects live on this machine only, and nothing here is built.',
  links: [{ href: '/', label: 'Projects' }],
  files: { 'builder.css': builderCss, 'export.js': exportScript, 'import.js': importScript },
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

type BuilderOptions = { dataDir: string; port?: number; host?: string; codeHostUrl?: string }

/** `codeHostUrl` is where repositories are cloned from; `env` is for the product's configuration. */
export async function startBuilder({ dataDir, port = 0, host, codeHostUrl }: BuilderOptions) {
  const { url, close } = await builder.start({
    dataDir,
    ports: { http: port },
    codeHostUrl,
    ...(host && { host }),
  })

  return { url, env: { BUILDER_URL: url }, close }
}
